import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { execa } from 'execa';

/**
 * Starts a program (absolute path) with pipes, in a process group of its own, and with nothing but the
 * environment that is given. Its end is awaited with `endOf`.
 */
export const startProcess = (
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: Readonly<{ cwd: string; env: Readonly<Record<string, string>> }>,
): ChildProcessWithoutNullStreams => {
  const subprocess = execa(program, args, {
    ...{ cwd, env, extendEnv: false, detached: true, cleanup: false },
    ...{ reject: false, buffer: false, stdin: 'pipe' },
  });
  return subprocess.nodeChildProcess as ChildProcessWithoutNullStreams;
};

/** After a process's end, its pipes are read for this long if another process still holds them open. */
const drainMs = 200;

/**
 * Resolves when a process has ended and its pipes are read to their end, with the error where it could not
 * be started. A process that has left its group may hold the pipes, and delays this by 200 ms at most.
 */
export const endOf = async (child: ChildProcess): Promise<Error | undefined> => {
  let drained: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    drained = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, drainMs);
  });
  try {
    await once(child, 'close');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(drained);
  }
};
