import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/bin/plain-shell.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { needsOf, pureTests } from '../pure-tests.ts';

describe('the tests of bin/test --quick', () => {
  const files: Readonly<Record<string, string>> = {
    'test/sum.test.ts': "import { sum } from '../src/sum.ts';",
    'test/types.test.ts': "import type { ChildProcess } from 'node:child_process';",
    'test/direct.test.ts': "import { spawn } from 'node:child_process';",
    'test/browser.test.ts': "import { chromium } from 'playwright-core';",
    'test/tool.test.ts': "import { tool } from './support/tool.ts';",
    'test/program.test.ts': "const program = new URL('./support/tool.ts', import.meta.url);",
    'test/late.test.ts': "const { tool } = await import('./support/tool.ts');",
    'test/support/tool.ts': "export { spawn as tool } from 'node:child_process';",
    'src/sum.ts': "import { add } from './add.ts';",
    'src/add.ts': "import { sum } from './sum.ts';",
  };
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.ts'));

  it('are those that reach no module that starts processes', () => {
    const pure = pureTests(tests, (path) => files[path]!);
    expect(pure).to.deep.equal(['test/sum.test.ts', 'test/types.test.ts']);
  });

  it('include most of image, and neither services nor tools', () => {
    const pure = pureTests(
      globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }),
    );
    const inFolder = (name: string) => pure.filter((path) => path.startsWith(`test/${name}/`));
    expect(inFolder('image').length).to.be.above(
      globSync('test/image/**/*.test.ts', { cwd: root }).length / 2,
    );
    expect([...inFolder('e2e'), ...inFolder('bin')]).to.deep.equal([]);
  });
});

describe('what bin/test sets up', () => {
  const cases = [
    ['test/names.test.ts', 'code'],
    ['test/web/format.test.ts', 'code'],
    ['test/cli/config.test.ts', 'serve'],
    ['test/state/redis.test.ts', 'test'],
    ['test/e2e/curl.test.ts', 'test'],
  ] as const;
  for (const [file, needs] of cases) {
    it(`is ${needs} for ${file}`, () => {
      expect(existsSync(join(root, file))).to.equal(true);
      expect(needsOf([file])).to.equal(needs);
      expect(needsOf(['test/names.test.ts', file])).to.equal(needs);
    });
  }
});

describe('the reporter of the tests', function () {
  const inFolder = temporaryFolders();
  const texts: Readonly<Record<string, string>> = {
    'passing.cjs': "it('works', () => undefined); it('comes later');",
    'failing.cjs': "it('fails', () => { throw new Error('no picture'); });",
    'slow.cjs': `describe('slow', () => {
      before((done) => { setTimeout(done, 300); });
      it('works', () => undefined);
    });`,
  };

  /** Runs mocha on copies of these files, side by side; resolves with its exit code and the lines that it prints. */
  const run = (names: readonly string[]): Promise<{ code: number; lines: readonly string[] }> => {
    const files = names.map((name, index) => inFolder(`${index}-${name}`));
    for (const [index, file] of files.entries()) writeFileSync(file, texts[names[index]!]!);
    const options = ['--no-config', '--parallel', '--reporter', join(root, 'test/reporter.ts')];
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [mocha, ...options, ...files],
        { cwd: inFolder() },
        (error, stdout) => {
          const code = typeof error?.code === 'number' ? error.code : 0;
          resolve({ code, lines: stdout.trimEnd().split('\n') });
        },
      );
    });
  };

  it('ends with the totals', async () => {
    const { code, lines } = await run(['passing.cjs', 'failing.cjs', 'passing.cjs']);
    expect(code).to.equal(1);
    expect(lines.join('\n')).to.match(/1\) fails:\s+Error: no picture/);
    expect(lines.join('\n')).not.to.include('took longest');
    expect(lines.at(-1)).to.equal('2 passed, 1 failed, 2 skipped');
  });

  it('says which of many files took longest, with their hooks', async () => {
    const others = Array.from({ length: 10 }, () => 'passing.cjs');
    const { code, lines } = await run(['slow.cjs', ...others]);
    expect(code).to.equal(0);
    const longest = lines.slice(lines.indexOf('The files that took longest, in seconds:') + 1);
    expect(longest).to.have.length(12);
    expect(longest[0]).to.match(/^ {5}0\.3 {2}0-slow\.cjs$/);
    expect(longest.at(-1)).to.equal('11 passed, 0 failed, 10 skipped');
  });
});
