import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

describe('the files that bin/test runs alone', () => {
  it('are all there', () => {
    const script = readFileSync(join(root, 'bin/test'), 'utf8');
    const pattern = /^alone='(.*)'$/m.exec(script)?.[1] ?? '';
    const files = globSync('test/**/*.test.ts', { cwd: root });
    const found = files.filter((file) => new RegExp(pattern).test(file));
    expect(found).to.have.length(pattern.split('|').length);
  });
});

describe('the reporter of the tests', function () {
  const inFolder = temporaryFolders();

  /** Runs mocha on a file of this text; resolves with its exit code and the lines that it prints. */
  const run = (
    name: string,
    text: string,
    option: string,
    more: readonly string[] = [],
  ): Promise<{ code: number; lines: readonly string[] }> => {
    mkdirSync(inFolder(), { recursive: true });
    writeFileSync(inFolder(name), text);
    const reporter = join(root, 'test/reporter.ts');
    const args = [...more, '--reporter', reporter, '--reporter-option', option];
    const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [mocha, '--no-config', ...args, inFolder(name)],
        { cwd: inFolder() },
        (error, stdout) => {
          const code = typeof error?.code === 'number' ? error.code : 0;
          resolve({ code, lines: stdout.trimEnd().split('\n') });
        },
      );
    });
  };
  const passing = "it('works', () => undefined); it('comes later');";

  it('prints the failures and totals of two processes at the end of the second', async () => {
    const results = inFolder('results.json');
    const failing = "it('fails', () => { throw new Error('no picture'); }); it('works', () => {});";
    const first = await run('first.cjs', failing, `resultsTo=${results}`);
    expect(first.code).to.equal(1);
    expect(first.lines.join('\n')).not.to.include('passed');
    const second = await run('second.cjs', passing, `resultsFrom=${results}`);
    expect(second.lines.join('\n')).to.match(/1\) fails:\s+Error: no picture/);
    expect(second.lines.at(-1)).to.equal('2 passed, 1 failed, 1 skipped');
  });

  it('says which of many files of both took longest, with their hooks, also when they run in parallel', async () => {
    const results = inFolder('results.json');
    const hook = 'before((done) => { setTimeout(done, 300); });';
    const slow = `describe('slow', () => { ${hook} it('works', () => undefined); });`;
    mkdirSync(inFolder(), { recursive: true });
    const others = Array.from({ length: 10 }, (_, index) => inFolder(`other-${index}.cjs`));
    for (const file of others) writeFileSync(file, passing);
    await run('slow.cjs', slow, `resultsTo=${results}`, ['--parallel', ...others]);
    const { lines } = await run('second.cjs', passing, `resultsFrom=${results}`);
    const longest = lines.slice(lines.indexOf('The files that took longest, in seconds:') + 1);
    expect(longest).to.have.length(12);
    expect(longest[0]).to.match(/^ {5}0\.3  slow\.cjs$/);
    expect(longest.at(-1)).to.equal('12 passed, 0 failed, 11 skipped');
  });

  it('counts a first process without results as a failure', async () => {
    const { lines } = await run('second.cjs', passing, `resultsFrom=${inFolder('none.json')}`);
    expect(lines.join('\n')).to.include('The first test process ended before its tests did');
    expect(lines.at(-1)).to.equal('1 passed, 1 failed, 1 skipped');
  });
});
