import { expect } from 'chai';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { clientPrograms } from '../../support/docs/client-programs.ts';
import { codeBlocksIn, commandsIn, root } from '../../support/docs/code-blocks.ts';
import { type Machine, openMachine } from '../../support/docs/machine.ts';
import { needsBubblewrap } from '../../support/tools/bubblewrap.ts';

const host = 'images.example.org';

describe('the client examples of the pages', () => {
  let machine: Machine;
  let key = '';
  /** With what a reader puts in the place of the address, the key and the certificate. */
  const filled = (text: string): string =>
    text
      .replaceAll(host, 'localhost:8443')
      .replaceAll('YOUR_KEY', key)
      .replaceAll('/path/to/cert.pem', machine.inMachine('data/tls/cert.pem'));

  before(async function () {
    needsBubblewrap(this);
    machine = await openMachine();
    const printed = await machine.serve('bin/serve');
    key = /^ {2}([A-Za-z0-9]{32})$/m.exec(printed)![1]!;
    copyFileSync(`${root}test/fixtures/photo.jpg`, machine.inCheckout('photo.jpg'));
  });
  after(() => machine.close());

  it('begin in WordPress with commands that copy the library of the plugin', async () => {
    const plugin = machine.inCheckout('plugins/tiny-compress-images/src/vendor/tinify');
    cpSync(`${root}test/fixtures/tinify-php/lib`, plugin, { recursive: true });
    mkdirSync(`${plugin}/data`);
    await machine.run('cp data/tls/cert.pem .');
    const commands = codeBlocksIn('docs/clients.md')
      .filter(({ language }) => language === 'sh')
      .flatMap(commandsIn);
    for (const command of commands) {
      const { code, output } = await machine.run(filled(command));
      expect(code, output).to.equal(0);
    }
  });

  for (const { title, probe, isSetUp, file, text, command } of clientPrograms) {
    it(`compress a picture: ${title}`, async function () {
      const found = await machine.run(probe);
      if (found.code !== 0 && isSetUp && process.env['CI'] !== undefined) {
        throw new Error(`"${probe}" fails: ${found.output}`);
      }
      if (found.code !== 0) {
        this.test!.title += ` ("${probe}" fails)`;
        this.skip();
      }
      mkdirSync(dirname(machine.inCheckout(file)), { recursive: true });
      writeFileSync(machine.inCheckout(file), filled(text));
      const { code, output } = await machine.run(`rm -f smaller.jpg; ${filled(command)}`);
      expect(code, output).to.equal(0);
      const bytes = readFileSync(machine.inCheckout('smaller.jpg'));
      expect(bytes.subarray(0, 3).toString('hex')).to.equal('ffd8ff');
      expect(bytes.length).to.be.within(1000, 100_000);
    });
  }

  it('have sent a picture each, which was counted', async () => {
    const ran = clientPrograms.length;
    const { output } = await machine.run('bin/shrinkd usage --json');
    const [{ compressions }] = JSON.parse(output) as [{ compressions: number }];
    expect(compressions).to.be.within(7, ran);
  });
});
