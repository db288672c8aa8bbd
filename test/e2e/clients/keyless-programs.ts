import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Context } from 'mocha';
import type { SharedService } from '../../support/service/service.ts';

/** A published program, unchanged, that compresses a file in place. */
type Program = Readonly<{
  title: string;
  /** Sends no key with its downloads. */
  isKeyless: boolean;
  args: (file: string, key: string) => readonly string[];
}>;

const inFolder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const gulpPlugin = (name: string, options: object = {}): Pick<Program, 'title' | 'args'> => ({
  title: [name, ...Object.keys(options)].join(' with '),
  args: (file, key) => [inFolder('gulp.ts'), name, JSON.stringify({ key, ...options }), file],
});

export const programs: readonly Program[] = [
  {
    title: 'tinypng-cli',
    isKeyless: true,
    args: (file, key) => [inFolder('node_modules/tinypng-cli/tinypng-cli.js'), '-k', key, file],
  },
  { ...gulpPlugin('gulp-tinypng-compress'), isKeyless: true },
  { ...gulpPlugin('gulp-tinypng-extended'), isKeyless: true },
  { ...gulpPlugin('gulp-tinypng-extended', { keepMetadata: true }), isKeyless: false },
];

/** Runs a program on `file` against `service`; gives what it printed. */
export const runProgram = async (
  { args }: Program,
  file: string,
  { url, certificate, key }: SharedService,
): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--no-deprecation', '--import', inFolder('redirect.ts'), ...args(file, key)],
    { env: { ...process.env, CLIENT_SERVICE: url, NODE_EXTRA_CA_CERTS: certificate } },
  );
  return stdout + stderr;
};

/** Leaves the tests out, as pending, where the programs are not installed; on CI they fail. */
export const needsPrograms = (test: Context): void => {
  if (existsSync(inFolder('node_modules/.package-lock.json'))) return;
  const reason = 'no client programs; "bin/setup --for test" installs them';
  if ((process.env['CI'] ?? '') !== '') throw new Error(reason);
  console.log(`    pending: ${reason}`);
  test.skip();
};
