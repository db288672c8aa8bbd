import { expect } from 'chai';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { blockOf, codeBlocks, commandsIn, root } from '../../support/docs/code-blocks.ts';
import { notRun } from '../../support/docs/examples.ts';
import { type Machine, openMachine } from '../../support/docs/machine.ts';
import { scene } from '../../support/image/scenes.ts';
import { needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';

type Answer = Readonly<{
  input: Readonly<{ size: number }>;
  output: Readonly<{ size: number; ratio: number; url: string }>;
}>;

/** The commands of each page, as they stand; those of docs/clients.md are in clients.test.ts. */
const commandsOf = (page: string): readonly string[] =>
  codeBlocks
    .filter((block) => block.page === page && block.language === 'sh')
    .flatMap(commandsIn)
    .filter((text) => !notRun.some(([start]) => text.startsWith(start)));
const pages = [...new Set(codeBlocks.map(({ page }) => page))].filter(
  (page) => page !== 'docs/clients.md' && commandsOf(page).length > 0,
);

describe('the commands of the pages', function () {
  let machine: Machine;
  let printed = '';
  /** The body of the answer to an upload. */
  let answered = '';
  /** What stands for the placeholders of the pages. */
  const known = { key: '', location: '', link: '' };
  const filled = (text: string): string =>
    text
      .replaceAll('YOUR_KEY', known.key)
      .replaceAll('https://localhost:8443/output/...', known.location)
      .replaceAll('0123456789abcdef', known.link);

  before(async function () {
    needsBubblewrap(this);
    machine = await openMachine();
    // The page on accounts asks for an account, which the default refuses.
    await machine.run('export SHRINKD_WEB_REGISTRATION=open');
    printed = await machine.serve('bin/serve');
    known.key = /^ {2}([A-Za-z0-9]{32})$/m.exec(printed)![1]!;
  });
  after(() => machine.close());

  it('begin with a start that prints the address of the set-up, as docs/web.md shows it', () => {
    expect(printed).to.match(/^Set up: https:\/\/localhost:8443\/setup\?token=[\w-]{22}$/m);
    expect(readFileSync(`${root}docs/web.md`, 'utf8')).to.include(
      'Set up: https://localhost:8443/setup?token=...',
    );
  });

  /** What a page presupposes. */
  const given: Readonly<Record<string, () => Promise<unknown> | void>> = {
    'README.md': () =>
      copyFileSync(`${root}test/fixtures/photo.jpg`, machine.inCheckout('photo.jpg')),
    'docs/bulk.md': () => {
      mkdirSync(machine.inCheckout('photos/thumbs'), { recursive: true });
      const picture = encodePng(scene({ width: 60, height: 40 }));
      const folders = ['wp-content/uploads', 'pub/media/catalog/product/cache', 'public/media'];
      for (const folder of folders) mkdirSync(machine.inCheckout(folder), { recursive: true });
      const names = ['a.png', 'thumbs/b.png'].map((name) => `photos/${name}`);
      for (const name of [...names, ...folders.map((folder) => `${folder}/c.png`)]) {
        writeFileSync(machine.inCheckout(name), picture);
      }
      // As a build has it, whose pictures are compressed already.
      mkdirSync(machine.inCheckout('compressed-photos'));
      writeFileSync(machine.inCheckout('new.json'), '{"quality":{"preset":"compact"}}');
    },
    'docs/web.md': () => {
      copyFileSync(machine.inCheckout('data/tls/cert.pem'), machine.inCheckout('cert.pem'));
    },
  };

  for (const page of pages) {
    describe(`of ${page}`, () => {
      before(() => given[page]?.());

      for (const text of commandsOf(page)) {
        it(`work: ${text}`, async () => {
          if (/^bin\/serve\b/.test(text)) {
            // The service of the first page runs already.
            if (/^bin\/serve *(#|$)/.test(text)) return;
            expect(await machine.serve(text)).to.include('API key');
            return;
          }
          const { code, output } = await machine.run(filled(text));
          known.location = /^location: (\S+)\r$/im.exec(output)?.[1] ?? known.location;
          answered = /^\{"input".*$/m.exec(output)?.[0] ?? answered;
          known.link = /^([0-9a-f]{16}) /m.exec(output)?.[1] ?? known.link;
          expect(code, output).to.equal(0);
          // curl ends with 0 after an answer that is an error.
          expect(output).not.to.match(/"error":/);
        });
      }
    });
  }

  it('trust the certificate in Chromium from a fresh home, as docs/web.md says', async function () {
    if ((await machine.run('type certutil')).code !== 0) {
      this.test!.title += ' (needs certutil)';
      this.skip();
    }
    const command = /^\| Linux.*? \| `([^`]*)`/m.exec(
      readFileSync(`${root}docs/web.md`, 'utf8'),
    )![1]!;
    await machine.run('cp data/tls/cert.pem .');
    const { code, output } = await machine.run(`${command} && certutil -d sql:$HOME/.pki/nssdb -L`);
    expect(code, output).to.equal(0);
    expect(output).to.match(/^shrinkd +P,,/m);
  });

  describe('of README.md and their results', () => {
    it('are smaller pictures', () => {
      const bytes = (name: string): number => readFileSync(machine.inCheckout(name)).length;
      expect(bytes('smaller.jpg')).to.be.within(1000, bytes('photo.jpg') - 1);
      expect(bytes('small.webp')).to.be.within(1000, bytes('smaller.jpg') - 1);
    });

    const operations = codeBlocks
      .filter(({ page, language }) => page === 'docs/api.md' && language === 'json')
      .filter(({ text }) => /"(resize|convert|preserve)"/.test(text));
    for (const { text } of operations) {
      it(`take the operations of docs/api.md: ${text.trim()}`, async () => {
        const curl = `curl --fail --silent --cacert data/tls/cert.pem --user api:${known.key} -o made`;
        const json = `-H 'Content-Type: application/json' -d '${text}'`;
        const { code, output } = await machine.run(`${curl} ${json} ${known.location}`);
        expect(code, output).to.equal(0);
      });
    }

    it('are answered as docs/api.md shows, with a size that is near', () => {
      const shown = JSON.parse(blockOf('docs/api.md', 'json', '"output"')) as Answer;
      const { input, output } = JSON.parse(answered) as Answer;
      expect(shown.input).to.deep.equal(input);
      const { size, ratio, url, ...same } = shown.output;
      expect(output).to.include(same);
      expect(size).to.be.closeTo(output.size, output.size / 50);
      expect(ratio).to.equal(Number((size / input.size).toFixed(4)));
      expect(url).to.equal('https://localhost:8443/output/...');
    });
  });
});
