import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, StartError, systemCodeOf } from './errors.ts';

/** A lock that is held until it is released or the process ends, in whatever way. */
export type Lock = Readonly<{
  /** Releases the lock. May be called more than once. */
  release: () => Promise<void>;
}>;

/**
 * Takes the exclusive lock on a file (created when missing, never removed) for the life of the process;
 * `undefined` when another process has it. The kernel releases it when the process dies, even by
 * `kill -9`, so a lock never has to be cleared by hand.
 * Throws `StartError` when the file cannot be opened, or the program `flock` (util-linux) is missing, fails, or does not
 * answer within `answerMs`: on a network file system whose locks are not served, the kernel waits without end. Tests
 * give another `program`.
 */
export const holdLock = (
  path: string | Buffer,
  {
    answerMs = answerAfterMs,
    program = 'flock',
  }: Readonly<{ answerMs?: number; program?: string }> = {},
): Promise<Lock | undefined> => lock(path, ['--nonblock'], { answerMs, program });

const answerAfterMs = 10_000;

/**
 * Runs `work` while no other process and no other caller in this process is inside `withLock` on the same
 * file, and resolves with its result. For short critical sections.
 * Rejects with `unavailable` when the lock is not free within `timeoutMs`, otherwise as `holdLock`.
 */
export const withLock = async <Result>(
  path: string,
  work: () => Promise<Result>,
  { timeoutMs = 10_000 }: Readonly<{ timeoutMs?: number }> = {},
): Promise<Result> => {
  const held = await lock(path, ['--timeout', String(timeoutMs / 1000)], {
    answerMs: timeoutMs + answerAfterMs,
    program: 'flock',
  });
  if (!held) {
    throw new ServiceError('unavailable', 'Another change is being made. Try again.', {
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
 * Node has no flock(2). Such a lock belongs to the open file description, which a child process shares:
 * `flock 3` locks its descriptor 3 and exits, and the lock stays as long as the descriptor is open here. Node
 * opens files close-on-exec, so no other child keeps the lock. The descriptor is a plain number because the
 * garbage collector closes an unreferenced FileHandle, which would release the lock.
 */
const lock = async (
  path: string | Buffer,
  wait: readonly string[],
  run: FlockRun,
): Promise<Lock | undefined> => {
  const descriptor = opened(path);
  let isOpen = true;
  const release = async (): Promise<void> => {
    // A second close could hit another file that was given the same number since.
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  let isLocked = false;
  try {
    isLocked = await runFlock(descriptor, wait, run);
  } finally {
    if (!isLocked) await release();
  }
  return isLocked ? { release } : undefined;
};

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** Others may have put a link there, which would have another file made, or a pipe, which would be waited for. */
const appending = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;

const opened = (path: string | Buffer): number => {
  try {
    return openSync(path, appending, 0o600);
  } catch (error) {
    throw new StartError(
      `The lock file ${String(path)} cannot be opened (${systemCodeOf(error)}). Remove what is in its place, or make it writable.`,
      1,
      error,
    );
  }
};

type FlockRun = Readonly<{ answerMs: number; program: string }>;

/**
 * Whether `flock` got the lock. Exit codes: 0 locked, 1 another process has it, all others are failures;
 * flock(1). The process is started without `execa`, since it replaces a system call and is no tool run.
 * The empty environment keeps secrets out of it; execvp(3) then searches /bin and /usr/bin.
 */
const runFlock = async (
  descriptor: number,
  wait: readonly string[],
  { answerMs, program }: FlockRun,
): Promise<boolean> => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', descriptor];
  const child = spawn(program, [...wait, '3'], { env: {}, stdio });
  const code = await Promise.race([
    codeOf(child),
    sleep(answerMs, 'late' as const, { ref: false }),
  ]);
  if (code === 'late') {
    child.kill('SIGKILL');
    child.unref();
    throw new StartError(
      `The program flock got no answer about a lock within ${answerMs / 1000} seconds. The file system may not serve locks: use a folder of a local disk.`,
    );
  }
  if (code === 0) return true;
  if (code === 1) return false;
  throw new StartError(
    `The program flock failed (exit code ${code}). The file system may not support locks.`,
  );
};

const codeOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new StartError('The program flock cannot be run. Install util-linux.', 1, cause);
  });
  return code as number | null;
};
