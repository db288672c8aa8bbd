import { spawn, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ServiceError, StartError, systemCodeOf } from './errors.ts';

/** A lock that is held until it is released or the process ends, however it ends. */
export type Lock = Readonly<{
  /** Lets the next one have the lock. May be called more than once. */
  release: () => Promise<void>;
}>;

/** Puts a whole file in place, as `writeFileAtomically` does. Injected where tests need a disk that fails. */
export type WriteFile = (path: string, data: string | Uint8Array) => Promise<void>;

/**
 * Resolves when `path` holds exactly `data` and would still do so after a power cut. Until then, and
 * after any failure, `path` is what it was. `mode` is that of a new file (the umask applies).
 * Rejects with the system error; nothing else is left in the folder.
 */
export const writeFileAtomically = async (
  path: string,
  data: string | Uint8Array,
  { mode = 0o600 }: Readonly<{ mode?: number }> = {},
): Promise<void> => {
  const temporary = `${path}${temporaryMark}${randomBytes(8).toString('hex')}`;
  try {
    await writeSynced(temporary, data, mode);
    await rename(temporary, path);
  } catch (error) {
    // What went wrong first is what the caller must learn, so a failing removal stays silent.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
};

const temporaryMark = '.tmp-';

const writeSynced = async (
  path: string,
  data: string | Uint8Array,
  mode: number,
): Promise<void> => {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Resolves when the names in a folder (files made, renamed, removed) are on disk: fsync(2) of the folder. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Removes what processes killed inside `writeFileAtomically(path, ...)` left behind; resolves with how
 * many files that were. Call it only while nobody else can be writing `path`.
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
 * Takes the exclusive lock on a file (created when missing, never removed) for the life of the process;
 * `undefined` when somebody else has it. The kernel releases it when the process dies, even by
 * `kill -9`, so a lock never has to be cleared by hand.
 * Throws `StartError` when the file cannot be opened, or the program `flock` (util-linux) is missing or
 * fails.
 */
export const holdLock = (path: string): Promise<Lock | undefined> => lock(path, ['--nonblock']);

/**
 * What `work` resolves with, run while no other process and no other caller in this one is inside
 * `withLock` on the same file. For short critical sections.
 * Rejects with `unavailable` when the lock was not to be had within `timeoutMs`, otherwise as `holdLock`.
 */
export const withLock = async <Result>(
  path: string,
  work: () => Promise<Result>,
  { timeoutMs = 10_000 }: Readonly<{ timeoutMs?: number }> = {},
): Promise<Result> => {
  const held = await lock(path, ['--timeout', String(timeoutMs / 1000)]);
  if (!held) {
    throw new ServiceError('unavailable', 'Somebody else is making a change. Try again.', {
      retryAfterSeconds: 1,
      cause: new Error(`${path} stayed locked for ${timeoutMs} ms`),
    });
  }
  try {
    return await work();
  } finally {
    await held.release();
  }
};

/*
 * Node has no flock(2). But such a lock belongs to the open file description, which a child process
 * shares: `flock 3` locks what it was given as descriptor 3 and ends, and the lock stays as long as
 * our descriptor is open. Node opens files close-on-exec, so no other child keeps the lock alive.
 * The descriptor is a plain number because a FileHandle would be closed by the garbage collector
 * once its last reference is gone, and the lock with it.
 */
const lock = async (path: string, wait: readonly string[]): Promise<Lock | undefined> => {
  const descriptor = opened(path);
  let isOpen = true;
  const release = async (): Promise<void> => {
    // A second close could hit another file that was given the same number since.
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  let isLocked = false;
  try {
    isLocked = await runFlock(descriptor, wait);
  } finally {
    if (!isLocked) await release();
  }
  return isLocked ? { release } : undefined;
};

const opened = (path: string): number => {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw new StartError(
      `The lock file ${path} cannot be opened (${systemCodeOf(error)}). Remove what is in its place, or make it writable.`,
      1,
      error,
    );
  }
};

/**
 * Whether `flock` got the lock. Exit codes: 0 locked, 1 somebody else has it, the rest are failures;
 * flock(1). Starts the process without `execa`: this is a system call by other means, no tool run.
 * The empty environment keeps secrets out of it; execvp(3) then searches /bin and /usr/bin.
 */
const runFlock = async (descriptor: number, wait: readonly string[]): Promise<boolean> => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', descriptor];
  const child = spawn('flock', [...wait, '3'], { env: {}, stdio });
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new StartError('The program flock cannot be run. Install util-linux.', 1, cause);
  });
  if (code === 0) return true;
  if (code === 1) return false;
  throw new StartError(
    `The program flock failed (exit code ${code}). The file system may not support locks.`,
  );
};
