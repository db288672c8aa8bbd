import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { plainPath, root, runPlainly } from '../support/bin/plain-shell.ts';

const rows: readonly (readonly [command: readonly [string, ...string[]], says: RegExp])[] = [
  [['bin/serve'], /^Usage: shrinkd serve \[flags\]\n/],
  [['bin/serve', '--port', '1'], /^Usage: shrinkd serve \[flags\]\n/],
  [['bin/shrinkd'], /^shrinkd: a self-hosted image compression service\n/],
  [['bin/setup'], /^Installs what the project needs .*bin\/setup \[--for serve\|test\|code\]/s],
  [
    ['bin/test'],
    /^Sets up what is missing, then checks types.*bin\/test --quick .*bin\/test test\/image/s,
  ],
  [['bin/run'], /^Runs a program with the project's own Node .*bin\/run PROGRAM/s],
  [['bin/run', 'node', 'test/fuzz/main.ts'], /^Usage: npm run fuzz -- \[--seed N\]/],
  [['bin/run', 'node', 'test/fuzz/requests.ts'], /^Usage: npm run fuzz:requests -- \[--seed N\]/],
  [['bin/run', 'node', 'test/screenshots/main.ts'], /^Usage: npm run screenshots \[-- FOLDER\]/],
  [['bin/run', 'node', 'test/bench/main.ts'], /^Benchmarks: throughput, /],
];

describe('--help', () => {
  const inFolder = temporaryFolders();

  for (const [[program, ...args], says] of rows) {
    it(`of ${[program, ...args].join(' ')} explains and does nothing else`, async () => {
      const absolute = args.map((arg) => (arg.startsWith('test/') ? join(root, arg) : arg));
      const { code, stdout, stderr } = await runPlainly(
        [join(root, program), ...absolute, '--help'],
        { cwd: inFolder(), path: plainPath(inFolder('path')) },
      );
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(says);
      expect(readdirSync(inFolder())).to.deep.equal(['path']);
    });
  }
});
