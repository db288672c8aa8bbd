import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { configSchema } from '../../../src/config/settings.ts';
import { codeBlocks } from '../../support/docs/code-blocks.ts';
import { type Machine, openMachine } from '../../support/docs/machine.ts';
import { needs } from '../../support/e2e/programs.ts';
import { needsBubblewrap } from '../../support/tools/bubblewrap.ts';

const configurations = codeBlocks
  .filter(({ page, language }) => language === 'json' && page !== 'docs/api.md')
  .filter(({ text }) =>
    Object.keys(JSON.parse(text) as object).every((name) => name in configSchema.properties!),
  );

/** The programs that configurations add. */
const programs = ['zopflipng', 'jpegoptim'];
/** An example of what is to be built in: nobody who has set up the tests has this program. */
const notHere = 'cjxl';

describe('the configurations of the pages', () => {
  let machine: Machine;
  before(async function () {
    needsBubblewrap(this);
    machine = await openMachine();
    // Variables and files that hold secrets, by the names that the pages give them.
    await machine.run(
      'export IMAGES_KEY=00ff IMAGES_SALT=ff00 MEDIA_KEY_ID=id MEDIA_AUTHORIZATION=a',
    );
    await machine.run(
      'mkdir /run/secrets && echo secret | tee /run/secrets/{media,redis,archive.json}',
    );
  });
  after(() => machine.close());

  for (const [index, { page, text }] of configurations.entries()) {
    const { encoders = {} } = JSON.parse(text) as { encoders?: object };
    const title = `${page}, ${Object.keys(JSON.parse(text) as object).join(', ')}`;

    it(`can be pasted: ${title}`, async () => {
      const file = `pasted-${index}.json`;
      writeFileSync(machine.inCheckout(file), text);
      const { code, output } = await machine.run(`bin/shrinkd config --config ${file}`);
      expect(code, output).to.equal(0);
    });

    if (Object.keys(encoders).length === 0 || notHere in encoders) continue;
    it(`have encoders that work: ${title}`, async function () {
      const program = programs.find((name) => text.includes(`"${name} `));
      if (program !== undefined) needs(this, program);
      const { code, output } = await machine.run(`bin/shrinkd check --config pasted-${index}.json`);
      expect(code, output).to.equal(0);
      expect(output).not.to.match(/^(?:turbo|jpegoptim) .* unknown /m);
    });
  }
});
