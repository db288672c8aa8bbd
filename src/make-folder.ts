import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from './errors.ts';

/**
 * Makes a folder and those above it that are missing, with the permissions of `mode` and the umask. Node's `mkdir` with
 * `recursive` does not end where a folder that exists answers that it does not, as /proc does (`ENOENT`).
 * @throws the system's error, `EEXIST` where there is something else.
 */
export const makeFolder = (path: string | Buffer, mode = 0o777): void => {
  const parent = parentOf(path);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EEXIST' && isFolder(path)) return;
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
};

/** Each byte is one character, since a path need not be UTF-8. */
const parentOf = (path: string | Buffer): string | Buffer =>
  typeof path === 'string'
    ? dirname(path)
    : Buffer.from(dirname(path.toString('latin1')), 'latin1');

/** Also where a link leads to one. */
const isFolder = (path: string | Buffer): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
