import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../errors.ts';
import { compiledSources, relativeImports } from './compiled-sources.ts';
import type { Command } from './job-shells.ts';
import type { FromLauncher, ToLauncher } from './launcher-process.ts';
import { killProcessesIn } from './leftovers.ts';
import type { CommandEnd, ShellPlace } from './tool-shell.ts';

/** A running command: its job's folder, and the callback for its end. */
type Run = Readonly<{ folder: string; finish: (end: CommandEnd) => void }>;

/**
 * A process that starts tools, and is ready to run them. It looks for programs in `path`, as in PATH. If its process
 * dies, running commands end as `lost`, and the next command starts a new process.
 * @throws StartError when the process cannot be started.
 */
export const createLauncher = async ({ path }: { path: string }) => {
  const runs = new Map<number, Run>();
  const closings = new Map<number, () => void>();
  let nextId = 1;
  let isClosed = false;
  let child: Promise<ChildProcess | undefined> | undefined;

  const onMessage = (message: FromLauncher): void => {
    if (message.kind === 'end') runs.get(message.id)?.finish(message.end);
    else if (message.kind === 'closed') closings.get(message.id)?.();
  };

  /** The kernel kills the tools when their parent dies, but not the processes that they started. */
  const onDeath = async (): Promise<void> => {
    child = undefined;
    const ended = [...runs.values()];
    const folders = ended.map(({ folder }) => folder);
    if (folders.length > 0) await killProcessesIn(folders);
    for (const { finish } of ended) finish(lost);
    for (const finish of closings.values()) finish();
  };

  const start = async (): Promise<ChildProcess | undefined> => {
    const launcher = forkLauncher(path);
    launcher.on('message', onMessage);
    const death = deathOf(launcher).then(onDeath);
    const ready = new Promise<ChildProcess>((resolve) => {
      launcher.once('message', () => resolve(launcher));
    });
    return Promise.race([ready, death.then(() => undefined)]);
  };

  /**
   * Runs a tool to its end, in a sandbox of its folder. Never rejects. `signal` kills it. The sandbox is
   * kept for later commands in this folder until `closeFolder`.
   */
  const run = async (command: Command, signal: AbortSignal): Promise<CommandEnd> => {
    if (signal.aborted || isClosed) return cancelled;
    child ??= start();
    const launcher = await child;
    if (launcher === undefined) return lost;
    if (signal.aborted) return cancelled;
    const id = nextId++;
    const onAbort = (): void => send(launcher, { kind: 'cancel', id });
    const end = await new Promise<CommandEnd>((resolve) => {
      runs.set(id, { folder: command.cwd, finish: resolve });
      send(launcher, { kind: 'run', id, command });
      signal.addEventListener('abort', onAbort);
    });
    runs.delete(id);
    signal.removeEventListener('abort', onAbort);
    return end;
  };

  /** Starts a sandbox for a later command in its folder. Does not wait for it. */
  const prepare = (place: ShellPlace): void =>
    void child?.then((launcher) => launcher && send(launcher, { kind: 'prepare', place }));

  /** Kills the sandboxes of a folder, with all processes in them. Never rejects. */
  const closeFolder = async (folder: string): Promise<void> => {
    const launcher = await child;
    if (launcher === undefined || !launcher.connected) return;
    const id = nextId++;
    await new Promise<void>((resolve) => {
      closings.set(id, resolve);
      send(launcher, { kind: 'close', id, folder });
    });
    closings.delete(id);
  };

  /** Ends the launcher and all tools. */
  const close = async (): Promise<void> => {
    isClosed = true;
    const launcher = await child;
    if (launcher === undefined) return;
    const death = deathOf(launcher);
    if (launcher.connected) launcher.disconnect();
    await death;
  };

  child = start();
  if ((await child) === undefined) {
    throw new StartError(
      'The process that starts tools cannot be started; the reason is printed above.',
    );
  }
  return { prepare, run, closeFolder, close };
};

export type Launcher = Awaited<ReturnType<typeof createLauncher>>;

const cancelled: CommandEnd = { how: 'cancelled', printed: '', wallMs: 0 };

const lost: CommandEnd = {
  how: 'lost',
  printed: 'the process that starts tools has ended',
  wallMs: 0,
};

/** Resolves when the process has ended or could not be started. Its errors do not reach the service. */
const deathOf = (launcher: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    launcher.once('exit', () => resolve());
    launcher.on('error', () => {
      if (launcher.pid === undefined) resolve();
    });
  });

/** In a session of its own, so that Ctrl-C reaches the service alone. A small heap makes forking cheap. */
const forkLauncher = (path: string): ChildProcess =>
  fork(fileURLToPath(new URL('launcher-process.ts', import.meta.url)), [path], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: compiledSources(),
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1', ...relativeImports],
  });

const send = (launcher: ChildProcess, message: ToLauncher): void => {
  if (launcher.connected) launcher.send(message, () => undefined);
};
