import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { configSchema } from '../../src/config/settings.ts';
import { sweepCommand } from '../../src/cli/sweep.ts';
import { codeBlocks, type CodeBlock, commandsIn, root } from '../support/docs/code-blocks.ts';
import { notRun, otherBlocks } from '../support/docs/examples.ts';

const operationNames = ['resize', 'convert', 'transform', 'preserve', 'store'];

/** What is done with a block of JSON; requests and answers are in docs/api.md alone. */
const kindOfJson = ({ page, text }: CodeBlock): string | undefined => {
  const names = Object.keys(JSON.parse(text) as object);
  if (names.every((name) => operationNames.includes(name))) return 'an operation';
  if (page === 'docs/api.md' && names.join() === 'source') return 'an upload';
  if (page === 'docs/api.md' && names.join() === 'input,output') return 'an answer';
  const isSetting = (name: string): boolean => name in configSchema.properties!;
  return names.every(isSetting) ? 'a configuration' : undefined;
};

/** What is done with a block, or undefined. */
const kindOf = (block: CodeBlock): string | undefined => {
  if (block.language === 'sh') return 'commands';
  if (block.language === 'json') return kindOfJson(block);
  return rowsOf(block)[0]?.[3];
};
const rowsOf = ({ page, language, text }: CodeBlock): typeof otherBlocks =>
  otherBlocks.filter(
    ([at, written, start]) => at === page && written === language && text.startsWith(start),
  );

describe('the code blocks of the pages', () => {
  for (const block of codeBlocks) {
    const start = block.text.split('\n', 2)[0];
    it(`are each worked with by a test, or listed: ${block.page}, ${block.language} ${start}`, () => {
      expect(kindOf(block), 'add it to test/support/docs/examples.ts').not.to.equal(undefined);
    });
  }

  it('are listed only where they are, with tests that are', () => {
    for (const row of otherBlocks) {
      const found = codeBlocks.filter((block) => rowsOf(block).includes(row));
      expect(found, row.join(' ')).to.have.lengthOf(1);
      if (row[3].startsWith('test/')) {
        expect(readFileSync(`${root}${row[3]}`, 'utf8'), row[3]).to.include(row[0]);
      }
    }
  });

  it('are no indented code, which nothing here would see', () => {
    expect(codeBlocks).to.have.lengthOf.above(60);
  });
});

describe('the commands that no test runs', () => {
  const commands = codeBlocks.filter(({ language }) => language === 'sh').flatMap(commandsIn);
  const left = commands.filter((text) => notRun.some(([start]) => text.startsWith(start)));
  const scripts = (
    JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  ).scripts;
  const startingWith = (start: string): readonly string[] =>
    left.filter((text) => text.startsWith(start));

  it('are all that ask another host than the own machine', () => {
    const hosts = commands.filter((text) => /https?:\/\/(?!localhost)/.test(text));
    // The page on clients is run with the address of a service in the place of the host.
    const away = hosts.filter((text) => !text.startsWith('sed -i'));
    expect(
      away.filter((text) => !left.includes(text)),
      'list it in test/support/docs/examples.ts',
    ).to.deep.equal([]);
  });

  it('are all there', () => {
    for (const [start] of notRun) expect(startingWith(start), start).not.to.deep.equal([]);
  });

  for (const text of startingWith('npm run ')) {
    const name = /^npm run ([\w:-]+)/.exec(text)![1]!;
    it(`name scripts that there are: ${name}`, () => {
      expect(scripts).to.have.property(name);
    });
  }

  for (const text of left.filter((each) => /\bbin\/test\b/.test(each))) {
    const words = text.replace(/\s#.*/, '').split(' ');
    it(`name options and tests that there are: ${words.join(' ')}`, () => {
      const script = readFileSync(`${root}bin/test`, 'utf8');
      const options = words.filter((word) => word.startsWith('--'));
      expect(options.filter((option) => !script.includes(option))).to.deep.equal([]);
      const paths = words.filter((word) => word.startsWith('test/'));
      expect(paths.filter((path) => !existsSync(`${root}${path}`))).to.deep.equal([]);
    });
  }

  for (const text of startingWith('shrinkd sweep')) {
    it(`have flags that the help knows: ${text}`, () => {
      const help = sweepCommand.help();
      const flags = text.match(/--[a-z-]+/g) ?? [];
      expect(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(help))).to.deep.equal([]);
    });
  }

  it('start the container with the flags that the page explains', () => {
    const page = readFileSync(`${root}docs/install.md`, 'utf8');
    const flags = startingWith('docker run --detach').flatMap(
      (text) => text.match(/--[a-z-]+/g) ?? [],
    );
    const unexplained = ['--detach', '--name', '--publish'];
    const explained = [...page.matchAll(/^\| (`--.*?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag),
    );
    expect(flags).to.have.members([...unexplained, ...explained]);
  });
});
