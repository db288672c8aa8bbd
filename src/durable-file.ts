import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsync, futimesSync, open, openSync, writeFile } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isMachineFault, StartError, systemCodeOf } from './errors.ts';

/** Replaces a file like `writeFileAtomically`. Tests inject one that fails. */
export type WriteFile = (path: string, data: string | Uint8Array) => Promise<void>;

/**
 * Resolves when `path` holds exactly `data`, also after a power cut. Until then, and after a failure,
 * `path` is unchanged. `mode` is the mode of a new file (the umask applies). Rejects with the system
 * error, and leaves no other file in the folder.
 */
export const writeFileAtomically = async (
  path: string,
  data: string | Uint8Array,
  { mode = 0o600 }: Readonly<{ mode?: number }> = {},
): Promise<void> => {
  const temporary = `${path}${temporaryMark}${randomBytes(8).toString('hex')}`;
  try {
    await writeNewFile(temporary, data, { mode });
    await rename(temporary, path);
  } catch (error) {
    // The caller needs the first error, so an error of the removal is ignored.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncPath(dirname(path));
};

const temporaryMark = '.tmp-';

/**
 * Creates a file, and resolves when its bytes are on disk; its entry in the folder may not be yet.
 * `modifiedMs` is its modification time, in Unix time. Rejects when there is such a file.
 */
export const writeNewFile = async (
  path: string,
  data: string | Uint8Array,
  { mode, modifiedMs }: Readonly<{ mode: number; modifiedMs?: number }>,
): Promise<void> => {
  const file = await openFile(path, 'wx', mode);
  try {
    await writeAll(file, data);
    if (modifiedMs !== undefined) futimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
    await sync(file);
  } finally {
    closeSync(file);
  }
};

/**
 * Resolves when the bytes of a file, or the entries of a folder (created, renamed, removed), are on disk, by
 * fsync(2). Some file systems cannot sync folders (CIFS, FUSE): that is warned of once.
 */
export const syncPath = async (path: string | Buffer): Promise<void> => {
  // Synchronous, since it was just written: its inode is in memory. The thread pool would take longer.
  const opened = openSync(path, 'r');
  try {
    await sync(opened).catch((error: unknown) => {
      const canSync = !['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(systemCodeOf(error) ?? '');
      if (canSync || !fstatSync(opened).isDirectory()) throw error;
      warnUnsynced(path);
    });
  } finally {
    closeSync(opened);
  }
};

let hasWarned = false;

const warnUnsynced = (folder: string | Buffer): void => {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    `The file system of ${String(folder)} cannot sync folders. After a power cut, the last changes may be lost.`,
  );
};

const [openFile, writeAll] = [promisify(open), promisify(writeFile)];

const sync = (file: number): Promise<void> => promisify(fsync)(file);

/**
 * Removes the temporary files of processes that were killed inside `writeFileAtomically(path, ...)`, and
 * resolves with their number. Call it only while no other process can write `path`.
 */
export const removeTemporaries = async (path: string): Promise<number> => {
  const folder = dirname(path);
  const prefix = basename(path) + temporaryMark;
  const left = (await namesIn(folder)).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return left.length;
};

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

/**
 * Runs `write` for all who call `run`, once at a time. Those who call it while it is under way share the next one (group
 * commit), which begins later and so has what they have changed.
 */
export const sharedWrite = (write: () => Promise<void>) => {
  let underWay = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    /** Settles as the write does. */
    run: (): Promise<void> => {
      next ??= underWay.then(() => {
        next = undefined;
        return write();
      });
      underWay = next.catch(() => undefined);
      return next;
    },
    /** Resolves when nothing is being written. */
    settled: (): Promise<void> => underWay,
  };
};

/**
 * The bytes of a file of the data folder, of which `name` says what it has; undefined where there is none.
 * @throws StartError where it cannot be read. A backup is the remedy only where the file is what is wrong.
 */
export const readDataFile = async (name: string, path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw new StartError(
      `The ${name} file ${path} cannot be read (${systemCodeOf(error)}).` +
        (isMachineFault(error) ? '' : ' Restore it from a backup.'),
      1,
      error,
    );
  }
};
