import type { ChildProcessWithoutNullStreams } from 'node:child_process';
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
