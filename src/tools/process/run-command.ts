import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { constants } from 'node:os';
import { makeExpendable } from './oom-score.ts';
import { heldIn, type Sandbox, type ToolLimits } from './sandbox.ts';
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

/** How a tool's run ended; `exceeded`: it had more files or memory than it may. `printed` is what it wrote to standard output and error, cut short. */
export type CommandEnd = Readonly<{
  how: 'exited' | 'signalled' | 'deadline' | 'exceeded' | 'cancelled' | 'not_started';
  exitCode?: number | undefined;
  signal?: string | undefined;
  printed: string;
  wallMs: number;
}>;

/** A conversation with a command that stays: what it reads, and what is done with each line it writes. */
export type Talk = Readonly<{ input: Readable; onLine: (line: string) => void }>;

/** More is read and forgotten, so that a tool which floods us neither blocks nor fills memory. */
const keptOutputBytes = 4096;

/** How long the pipes of a tool that has ended are read on, where somebody else still holds them open. */
const drainMs = 200;

/**
 * Runs one command to its end, in its own process group, held in by `sandbox`, and (but for the level
 * `none`) killed by the kernel if this process dies; when memory runs out, it goes before the service.
 * Its group is killed at the deadline, when its folder or its memory is over the limit, when `signal`
 * aborts, and once more after its end, so that nothing it started is left. With `talk` its standard output
 * is not kept, and its folder and memory are not watched. Rejects for arguments that no process
 * can be given (a null byte), and for nothing else.
 */
export const runCommand = async (
  command: Command,
  signal: AbortSignal,
  talk?: Talk,
): Promise<CommandEnd> => {
  const startedAt = performance.now();
  const wallMs = (): number => performance.now() - startedAt;
  if (signal.aborted) return { how: 'cancelled', printed: '', wallMs: 0 };
  const [program, ...args] = heldIn(command.sandbox, command);
  const subprocess = execa(program, args, {
    cwd: command.cwd,
    env: command.environment,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: talk === undefined ? 'ignore' : 'pipe',
  });
  makeExpendable(subprocess.pid);
  if (talk !== undefined) startTalk(talk, subprocess.stdin, subprocess.stdout);
  const killGroup = (): void => killProcessGroup(subprocess.pid);
  const printed = collectOutput(talk === undefined ? subprocess.stdout : null, subprocess.stderr);
  let cut: 'deadline' | 'exceeded' | 'cancelled' | undefined;
  const stop = (why: 'deadline' | 'exceeded' | 'cancelled'): void => {
    cut ??= why;
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
    talk === undefined && subprocess.pid !== undefined ? watch(subprocess.pid) : undefined;
  let drained: NodeJS.Timeout | undefined;
  subprocess.nodeChildProcess.once('exit', () => {
    // What the tool started may hold its pipes open: its group dies with it, and the pipes close.
    killGroup();
    // What has left the group may hold them too, and would hold up the job.
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
  if (cut === 'exceeded') return { how: cut, ...end, printed: `${excess}. ${end.printed}`.trim() };
  if (cut !== undefined) return { how: cut, ...end };
  const signalName = result.signal ?? innerSignal(command.sandbox, result.exitCode);
  if (signalName !== undefined) return { how: 'signalled', signal: signalName, ...end };
  if (result.exitCode === undefined || isNotStarted(result.exitCode, end.printed)) {
    return { how: 'not_started', ...end, printed: end.printed || String(result.shortMessage) };
  }
  return { how: 'exited', exitCode: result.exitCode, ...end };
};

/**
 * prlimit(1) and setpriv(1) exit with these when the program cannot be executed or is not found; bwrap
 * exits with 1 and says so.
 */
const isNotStarted = (exitCode: number, printed: string): boolean =>
  exitCode === 126 || exitCode === 127 || (exitCode === 1 && printed.startsWith('bwrap: '));

/** bwrap tells the signal that ended a program as a shell does: 128 and its number. */
const innerSignal = ({ level }: Sandbox, exitCode: number | undefined): string | undefined => {
  if (level !== 'bwrap' || exitCode === undefined) return undefined;
  return Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
};

/** Kills every process of the group that `leader` leads; quiet when there is none any more. */
const killProcessGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // ESRCH: the group is gone, which is what is wanted.
  }
};

const startTalk = (
  { input, onLine }: Talk,
  stdin: NodeJS.WritableStream | null,
  stdout: NodeJS.ReadableStream | null,
): void => {
  if (stdin === null || stdout === null) throw new Error('a talk needs pipes');
  // A command that has gone reads no more; its end tells.
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
