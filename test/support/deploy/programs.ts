import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A file of `deploy/`, by its path in it. */
export const deployFile = (path: string): string => join(root, 'deploy', path);

/** The path of a program that files of `deploy/` are for; undefined where it is not installed. */
export const programPath = (name: string): string | undefined =>
  [
    join(root, '.tools/deploy/bin'),
    join(root, '.tools/radosgw/bin'),
    ...(process.env['PATH'] ?? '').split(delimiter),
    // Debian has haproxy there.
    ...['/usr/sbin', '/usr/local/sbin'],
  ]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/**
 * Call it in `before`: the tests of the surrounding `describe` are pending, with the reason, where a program is not
 * installed. In CI that is a failure.
 */
export const requireProgram = (context: Mocha.Context, name: string): void => {
  if (programPath(name) !== undefined) return;
  const reason = `no ${name}; "bin/setup --for test" brings it on Debian 12 and 13`;
  if ((process.env['CI'] ?? '') !== '') throw new Error(reason);
  console.log(`    pending: ${reason}`);
  context.skip();
};

/** Runs a program to its end; what it printed. Rejects, with that, where it ends with another code than 0. */
export const runProgram = async (
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(programPath(name) ?? name, args, {
    env: { ...process.env, ...environment },
    maxBuffer: 16 * 1024 * 1024,
  });
  return `${stdout}${stderr}`;
};
