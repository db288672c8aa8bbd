import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { plainPath, root, runPlainly } from '../support/bin/plain-shell.ts';

/** Scripts that only do their work, so that no test starts them. */
const withoutAnswer = ['docs', 'schemas', 'kills', 'screenshots'];

/** What each script answers at once, without doing its work. */
const answers: Readonly<Record<string, readonly [flag: string, says: RegExp]>> = {
  start: ['--help', /^Usage: shrinkd serve/],
  typecheck: ['--version', /^Version \d/],
  lint: ['--version', /^Version: \d/],
  format: ['--version', /^Version: \d/],
  'format:check': ['--version', /^Version: \d/],
  test: ['--help', /^Sets up what is missing/],
  wasm: ['--version', /^Version \d+\./],
  bench: ['--help', /^Benchmarks: /],
  fuzz: ['--help', /^Usage: npm run fuzz/],
  'fuzz:requests': ['--help', /^Usage: npm run fuzz:requests/],
  'fuzz:signatures': ['--help', /^Usage: npm run fuzz:signatures/],
};

describe('the npm scripts in a plain shell whose Node is too old', function () {
  const inFolder = temporaryFolders();
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };

  it('are all covered by this test', () => {
    expect(Object.keys(scripts)).to.have.members([...Object.keys(answers), ...withoutAnswer]);
  });

  for (const [name, [flag, says]] of Object.entries(answers)) {
    it(`have ${name} start`, async () => {
      const line = `cd '${root}' && ${scripts[name]} ${flag}`;
      const place = { cwd: inFolder(), path: plainPath(inFolder()) };
      const { code, stdout, stderr } = await runPlainly(['sh', '-c', line], place);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(says);
    });
  }
});
