import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { constants } from 'node:os';
import { raiseOomScore } from './oom-score.ts';
import { sandboxedArgv, type Sandbox, type ToolLimits } from './sandbox.ts';
import { watchTool } from './watch-tool.ts';

export type Command = Readonly<{
  /** Program (absolute path) and arguments; never a shell. */
  argv: readonly [string, ...string[]];
  cwd: string;
  /** The whole environment of the tool. */
  environment: Readonly<Record<string, string>>;
  deadlineMs: number;
  limits: ToolLimits;
  sandbox: Sandbox;
}>;

/**
 * How a command ended. `exceeded`: it used more files or memory than its limits allow. `printed` is the
 * beginning of its standard output and error.
 */
export type CommandEnd = Readonly<{
  how: 'exited' | 'signalled' | 'deadline' | 'exceeded' | 'cancelled' | 'not_started';
  exitCode?: number | undefined;
  signal?: string | undefined;
  printed: string;
  wallMs: number;
}>;

/** For a command that exchanges lines: its standard input, and a callback for each line of its output. */
export type LinePipes = Readonly<{ input: Readable; onLine: (line: string) => void }>;

/** Output beyond this is read and dropped, so that a tool neither blocks nor fills memory. */
const keptOutputBytes = 4096;

/** After a tool's end, its pipes are read for this long if another process still holds them open. */
const drainMs = 200;

/**
 * Runs one command to its end, in a process group of its own and in `sandbox`. The kernel kills it when
 * this process dies (except with the sandbox level `none`), and before the service when memory runs out.
 * Its group is killed at the deadline, when its folder or memory exceeds the limit, when `signal`
 * aborts, and after its end, so that no process it started is left. With `pipes` its standard output is
 * not kept, and its folder and memory are not watched. Rejects only for arguments that no process can be
 * given (a null byte).
 */
export const runCommand = async (
  command: Command,
  signal: AbortSignal,
  pipes?: LinePipes,
): Promise<CommandEnd> => {
  const startedAt = performance.now();
  const wallMs = (): number => performance.now() - startedAt;
  if (signal.aborted) return { how: 'cancelled', printed: '', wallMs: 0 };
  const [program, ...args] = sandboxedArgv(command.sandbox, command);
  const subprocess = execa(program, args, {
    cwd: command.cwd,
    env: command.environment,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: pipes === undefined ? 'ignore' : 'pipe',
  });
  raiseOomScore(subprocess.pid);
  if (pipes !== undefined) connectLines(pipes, subprocess.stdin, subprocess.stdout);
  const killGroup = (): void => killProcessGroup(subprocess.pid);
  const printed = collectOutput(pipes === undefined ? subprocess.stdout : null, subprocess.stderr);
  let stopped: 'deadline' | 'exceeded' | 'cancelled' | undefined;
  const stop = (why: 'deadline' | 'exceeded' | 'cancelled'): void => {
    stopped ??= why;
    killGroup();
  };
  const timer = setTimeout(() => stop('deadline'), command.deadlineMs);
  const onAbort = (): void => stop('cancelled');
  signal.addEventListener('abort', onAbort);
  const ended = new AbortController();
  let excess: string | undefined;
  const watch = async (pid: number): Promise<void> => {
    const { cwd: folder, limits } = command;
    excess = await watchTool({ pid, folder, limits }, ended.signal);
    if (excess !== undefined) stop('exceeded');
  };
  const watching =
    pipes === undefined && subprocess.pid !== undefined ? watch(subprocess.pid) : undefined;
  let drained: NodeJS.Timeout | undefined;
  subprocess.nodeChildProcess.once('exit', () => {
    // Processes that the tool started may hold its pipes open. Killing the group closes them.
    killGroup();
    // A process that has left the group may hold them too, and would delay the job.
    drained = setTimeout(() => {
      subprocess.stdout.destroy();
      subprocess.stderr.destroy();
    }, drainMs);
  });
  const result = await subprocess;
  ended.abort();
  await watching;
  clearTimeout(timer);
  clearTimeout(drained);
  signal.removeEventListener('abort', onAbort);
  const end = { printed: printed(), wallMs: wallMs() };
  if (stopped === 'exceeded')
    return { how: stopped, ...end, printed: `${excess}. ${end.printed}`.trim() };
  if (stopped !== undefined) return { how: stopped, ...end };
  const signalName = result.signal ?? innerSignal(command.sandbox, result.exitCode);
  if (signalName !== undefined) return { how: 'signalled', signal: signalName, ...end };
  if (result.exitCode === undefined || isNotStarted(result.exitCode, end.printed)) {
    return { how: 'not_started', ...end, printed: end.printed || String(result.shortMessage) };
  }
  return { how: 'exited', exitCode: result.exitCode, ...end };
};

/**
 * prlimit(1) and setpriv(1) exit with 126 or 127 when the program cannot be executed or found. bwrap exits
 * with 1 and a message of its own.
 */
const isNotStarted = (exitCode: number, printed: string): boolean =>
  exitCode === 126 || exitCode === 127 || (exitCode === 1 && printed.startsWith('bwrap: '));

/** bwrap reports the signal that ended a program as a shell does: 128 plus its number. */
const innerSignal = ({ level }: Sandbox, exitCode: number | undefined): string | undefined => {
  if (level !== 'bwrap' || exitCode === undefined) return undefined;
  return Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
};

/** Kills every process of the group that `leader` leads. Does nothing when the group is gone. */
const killProcessGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // ESRCH: the group is gone.
  }
};

const connectLines = (
  { input, onLine }: LinePipes,
  stdin: NodeJS.WritableStream | null,
  stdout: NodeJS.ReadableStream | null,
): void => {
  if (stdin === null || stdout === null)
    throw new Error('a command that exchanges lines needs pipes');
  // Writing to a command that has ended fails. Its end is reported elsewhere.
  stdin.on('error', () => undefined);
  input.pipe(stdin);
  createInterface({ input: stdout }).on('line', onLine);
};

const collectOutput = (...streams: readonly (NodeJS.ReadableStream | null)[]): (() => string) => {
  const kept: Buffer[] = [];
  let room = keptOutputBytes;
  for (const stream of streams) {
    stream?.on('data', (chunk: Buffer) => {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= chunk.length;
    });
  }
  return () => Buffer.concat(kept).toString('utf8').trim();
};
