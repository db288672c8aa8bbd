import { type ChildProcess, spawn } from 'node:child_process';
import { findProgram } from '../find-program.ts';
import { endOf } from './end-of.ts';
import { raiseOomScore } from './oom-score.ts';
import { sendSignal } from './process-tree.ts';
import { type Sandbox, sandboxedArgv, sandboxProgramsIn, type ToolLimits } from './sandbox.ts';
import type { CommandEnd } from './tool-shell.ts';

/** A process of the service itself that works for it, from message to message. */
type MessageProcess = Readonly<{
  /** Does nothing where it has ended. */
  send: (message: object) => void;
  kill: () => void;
  /** Resolves when it has ended. `printed` is the beginning of its standard error. Never rejects. */
  ended: Promise<Pick<CommandEnd, 'how' | 'printed'>>;
}>;

type MessageCommand = Readonly<{
  argv: readonly [string, ...string[]];
  environment: Readonly<Record<string, string>>;
  limits: ToolLimits;
  /** It reads the folders of all jobs, so it is in none of the sandboxes that show one. */
  level: Exclude<Sandbox['level'], 'bwrap'>;
  /** Where the programs that confine it are found, as in PATH. */
  path: string;
}>;

const keptErrorBytes = 4096;

/**
 * Starts a command with a channel for messages, in a process group of its own and within its limits. The kernel kills it
 * when this process dies, and before this one when memory runs out. At the level `none` on a system without setpriv(1),
 * it is to end itself when the channel closes. Its folder and memory are not watched.
 */
export const startMessageProcess = (
  command: MessageCommand,
  onMessage: (message: unknown) => void,
): MessageProcess => {
  let child: ChildProcess;
  try {
    child = started(confinedArgv(command), command.environment);
  } catch (error) {
    // Without memory for it, for example. Of other errors an event tells.
    const end = { how: 'not_started', printed: String(error) } as const;
    return { send: () => undefined, kill: () => undefined, ended: Promise.resolve(end) };
  }
  raiseOomScore(child.pid);
  child.on('error', () => undefined);
  child.on('message', onMessage);
  let printed = '';
  child.stderr?.on('error', () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk.toString()}`.slice(0, keptErrorBytes);
  });
  let isKilled = false;
  const howEnded = (error: Error | undefined): CommandEnd['how'] => {
    if (isKilled) return 'cancelled';
    if (error !== undefined) return 'not_started';
    return child.signalCode === null ? 'exited' : 'signalled';
  };
  const untilEnded = async (): MessageProcess['ended'] => {
    const error = await endOf(child);
    return { how: howEnded(error), printed: error?.message ?? printed.trim() };
  };
  return {
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    kill: () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      isKilled = true;
      sendSignal(-child.pid, 'SIGKILL');
    },
    ended: untilEnded(),
  };
};

const started = (
  [program, ...args]: MessageCommand['argv'],
  env: MessageCommand['environment'],
): ChildProcess =>
  spawn(program, args, {
    ...{ cwd: '/', env, detached: true },
    ...{ stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' },
  });

const confinedArgv = ({ argv, limits, level, path }: MessageCommand): MessageCommand['argv'] => {
  if (level === 'limits') {
    return sandboxedArgv({ level }, { argv, cwd: '/', limits }, sandboxProgramsIn(path));
  }
  const setpriv = findProgram('setpriv', path);
  return setpriv === undefined ? argv : [setpriv, '--pdeathsig=KILL', ...argv];
};
