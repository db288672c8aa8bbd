import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'chai';
import { blocks } from '../../docs/generate/blocks.ts';
import { filled } from '../../docs/generate/markdown.ts';
import { pages } from '../../docs/generate/pages.ts';

describe('generated documents', () => {
  const texts = pages().map((page) => ({ name: basename(page), text: readFileSync(page, 'utf8') }));

  for (const { name, text } of texts) {
    it(`are current in ${name} ("npm run docs" writes them)`, () => {
      expect(filled(text, blocks)).to.equal(text);
    });
  }

  it('each stand on one page', () => {
    const used = texts.flatMap(({ text }) =>
      [...text.matchAll(/<!-- generated: ([a-z-]+) -->/g)].map(([, name]) => name),
    );
    expect(used.toSorted()).to.deep.equal([...blocks.keys()].toSorted());
  });

  it('fail on an unknown name of a block', () => {
    const page = '<!-- generated: nothing -->\n<!-- end of generated -->';
    expect(() => filled(page, blocks)).to.throw('There is no generated block "nothing".');
  });
});
