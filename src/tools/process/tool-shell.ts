import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { endOf } from './end-of.ts';
import { killSandbox } from './kill-sandbox.ts';
import { killProcessesIn } from './leftovers.ts';
import { raiseOomScore } from './oom-score.ts';
import { childrenOf } from './process-tree.ts';
import { type Sandbox, sandboxedArgv, type SandboxPrograms, type ToolLimits } from './sandbox.ts';
import { readyCommand, shellCommand, type ToolCommand } from './shell-command.ts';
import { type Answer, createShellOutput } from './shell-output.ts';
import { startProcess } from './start-process.ts';
import { watchTool } from './watch-tool.ts';

/** Where and under what limits a shell runs tools. */
export type ShellPlace = Readonly<{ cwd: string; limits: ToolLimits; sandbox: Sandbox }>;

/** One run of a tool. */
export type ToolCall = ToolCommand & Readonly<{ deadlineMs: number }>;

/**
 * How a command ended. `exceeded`: it used more files or memory than its limits allow. `lost`: its sandbox or the
 * launcher was killed from outside, as the kernel does when memory has run out. `printed` is the beginning of its
 * standard output and error.
 */
export type CommandEnd = Readonly<{
  how: 'exited' | 'signalled' | 'deadline' | 'exceeded' | 'cancelled' | 'lost' | 'not_started';
  exitCode?: number | undefined;
  signal?: string | undefined;
  printed: string;
  wallMs: number;
}>;

/** A sandbox with a shell in it that starts tools, one at a time. */
export type ToolShell = Readonly<{
  /**
   * Runs a tool to its end. All that it started is killed with it. At the deadline, past a limit of folder
   * or memory, or when `signal` aborts, the whole sandbox is killed, and the shell cannot be used again.
   * Rejects only for a command that no shell can be given (a null byte).
   */
  run: (call: ToolCall, signal: AbortSignal) => Promise<CommandEnd>;
  isUsable: () => boolean;
  /** Kills the sandbox with everything in it. */
  kill: () => void;
  /** Lets an idle shell end by itself, so that its CPU time counts as this process's; else as `kill`. */
  close: () => void;
  /** Resolves when it has ended. Never rejects. */
  ended: Promise<void>;
}>;

type Stop = 'deadline' | 'exceeded' | 'cancelled';

/**
 * Starts a sandbox with the system's shell in it. The kernel kills it when this process dies (except with
 * the sandbox level `none`), and before the service when memory runs out.
 */
export const startToolShell = (place: ShellPlace, programs: SandboxPrograms): ToolShell => {
  const { limits, sandbox } = place;
  const { level } = sandbox;
  const argv = sandboxedArgv(sandbox, { ...place, argv: [shellPath] }, programs);
  // Outside of bwrap a shell may outlive this folder.
  const cwd = level === 'bwrap' ? place.cwd : '/';
  const child = startProcess(argv, { cwd, env: {} });
  raiseOomScore(child.pid);
  const output = createShellOutput(child.stdout, child.stderr);
  let isAlive = true;
  let isBusy = false;
  let isKilled = false;
  const untilEnded = async (): Promise<void> => {
    const error = await endOf(child);
    isAlive = false;
    output.end(error);
  };
  const ended = untilEnded();
  const kill = (): void => {
    isAlive = false;
    isKilled = true;
    killSandbox(child, level);
  };

  const close = (): void => {
    if (isBusy || !isAlive) return kill();
    isAlive = false;
    child.stdin.end();
    const timer = setTimeout(kill, closeMs);
    void ended.then(() => clearTimeout(timer));
  };

  const exchange = (commandFor: (mark: string) => string): Promise<Answer> => {
    const mark = randomBytes(12).toString('hex');
    const answer = output.answerTo(mark);
    child.stdin.write(commandFor(mark));
    return answer;
  };

  const prepare = async (): Promise<Answer> => {
    const answer = await exchange((mark) => readyCommand(level, mark));
    // A process that bwrap started before its score was raised has the old one.
    if (level === 'bwrap') childrenOf(child.pid).forEach(raiseOomScore);
    return answer;
  };
  child.stdin.on('error', () => undefined);
  const ready = prepare();

  const run: ToolShell['run'] = async (call, signal) => {
    const startedAt = performance.now();
    const wallMs = (): number => performance.now() - startedAt;
    if (signal.aborted) return { how: 'cancelled', printed: '', wallMs: 0 };
    const commandFor = (mark: string): string => shellCommand(call, level, programs, mark);
    // Throws for what no shell can be given, before the shell is used.
    commandFor('');
    isBusy = true;
    let stopped: Stop | undefined;
    const stop = (why: Stop): void => {
      stopped ??= why;
      kill();
    };
    const timer = setTimeout(() => stop('deadline'), call.deadlineMs);
    const onAbort = (): void => stop('cancelled');
    signal.addEventListener('abort', onAbort);
    let excess: string | undefined;
    const onExcess = (limit: string): void => {
      excess = limit;
      stop('exceeded');
    };
    const { pid } = child;
    const unwatch =
      pid === undefined ? undefined : watchTool({ pid, folder: call.cwd, limits }, onExcess);
    const first = await ready;
    const answer = first.exitCode === undefined ? first : await exchange(commandFor);
    unwatch?.();
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    isBusy = false;
    if (!isAlive) await ended;
    const end = { printed: answer.printed, wallMs: wallMs() };
    if (stopped === 'exceeded')
      return { how: stopped, ...end, printed: `${excess}. ${end.printed}`.trim() };
    if (stopped !== undefined) return { how: stopped, ...end };
    if (answer.exitCode === undefined) {
      // The tool may have ended the shell. Its own processes are in another group.
      if (level !== 'bwrap') await killProcessesIn([call.cwd]);
      if (isKilled) return { how: 'cancelled', ...end };
      if (answer.problem === '')
        return { how: 'lost', ...end, printed: answer.printed || 'the sandbox has ended' };
      return { how: 'not_started', ...end, printed: answer.printed || answer.problem };
    }
    return { ...howEnded(answer.exitCode), ...end };
  };

  return { run, isUsable: () => isAlive && !isBusy, kill, close, ended };
};

/** An idle shell ends within some milliseconds. */
const closeMs = 1000;

/** Every POSIX system has a shell there, and Debian's is small. */
const shellPath = '/bin/sh';

const howEnded = (exitCode: number): Pick<CommandEnd, 'how' | 'exitCode' | 'signal'> => {
  // A shell and setpriv(1) exit with 126 or 127 when the program cannot be executed or found.
  if (exitCode === 126 || exitCode === 127) return { how: 'not_started' };
  const signal = signalNames.get(exitCode - 128);
  return signal === undefined ? { how: 'exited', exitCode } : { how: 'signalled', signal };
};

const signalNames = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);
