import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Command } from './job-shells.ts';
import { killSandbox } from './kill-sandbox.ts';
import { raiseOomScore } from './oom-score.ts';
import { sendSignal } from './process-tree.ts';
import { sandboxedArgv, type SandboxPrograms } from './sandbox.ts';
import { endOf, startProcess } from './start-process.ts';
import type { CommandEnd } from './tool-shell.ts';

/** For a command that exchanges lines: its standard input, and a callback for each line of its output. */
export type LinePipes = Readonly<{ input: Readable; onLine: (line: string) => void }>;

const keptErrorBytes = 4096;

/**
 * Runs a command that serves many requests, in a process group of its own and in its sandbox, and exchanges
 * lines with it until it ends. The kernel kills it when this process dies (except with the sandbox level
 * `none`), and before the service when memory runs out. Its group is killed at the deadline, when `signal`
 * aborts, and after its end. Its folder and memory are not watched. `printed` is the beginning of its
 * standard error. Rejects only for arguments that no process can be given (a null byte).
 */
export const runWithLines = async (
  command: Command,
  programs: SandboxPrograms,
  signal: AbortSignal,
  { input, onLine }: LinePipes,
): Promise<CommandEnd> => {
  const startedAt = performance.now();
  if (signal.aborted) return { how: 'cancelled', printed: '', wallMs: 0 };
  const argv = sandboxedArgv(command.sandbox, command, programs);
  const child = startProcess(argv, { cwd: command.cwd, env: command.environment });
  raiseOomScore(child.pid);
  // Writing to a command that has ended fails. Its end is reported elsewhere.
  child.stdin.on('error', () => undefined);
  input.pipe(child.stdin);
  createInterface({ input: child.stdout }).on('line', onLine);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk.toString()}`.slice(0, keptErrorBytes);
  });
  const killGroup = (): void => {
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
  };
  let stopped: 'deadline' | 'cancelled' | undefined;
  const stop = (why: 'deadline' | 'cancelled'): void => {
    stopped ??= why;
    if (command.sandbox.level === 'bwrap') killSandbox(child, 'bwrap');
    else killGroup();
  };
  const timer = setTimeout(() => stop('deadline'), command.deadlineMs);
  const onAbort = (): void => stop('cancelled');
  signal.addEventListener('abort', onAbort);
  // Processes that it started may hold its pipes open. Killing the group closes them.
  child.once('exit', killGroup);
  const error = await endOf(child);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  const end = { printed: printed.trim(), wallMs: performance.now() - startedAt };
  if (stopped !== undefined) return { how: stopped, ...end };
  if (error !== undefined) return { how: 'not_started', ...end, printed: error.message };
  const { exitCode, signalCode } = child;
  return signalCode === null
    ? { how: 'exited', exitCode: exitCode ?? undefined, ...end }
    : { how: 'signalled', signal: signalCode, ...end };
};
