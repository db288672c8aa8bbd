import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../errors.ts';
import type { Command, CommandEnd } from './run-command.ts';
import type { FromLauncher, ToLauncher } from './launcher-process.ts';
import { killProcessesIn } from './leftovers.ts';

/** Starts tools through the launcher process. */
export type Launcher = Readonly<{
  /** Runs `command` to its end; never rejects. `signal` kills it. */
  run: (command: Command, signal: AbortSignal) => Promise<CommandEnd>;
  /**
   * Starts a command that stays and is talked to line by line. `ended` never rejects; what is said to a
   * command that has ended is lost.
   */
  talk: (command: Command, signal: AbortSignal, onLine: (line: string) => void) => Conversation;
  /** Commands that run now. */
  running: () => number;
  /** Ends the launcher and with it all tools. */
  close: () => Promise<void>;
}>;

export type Conversation = Readonly<{
  say: (line: string) => void;
  ended: Promise<CommandEnd>;
}>;

/** One run under way: the folder of its tool's work, where it has one, and how the run is ended here. */
type Run = Readonly<{
  folder: string | undefined;
  finish: (end: CommandEnd) => void;
  onLine?: (line: string) => void;
}>;

/**
 * A launcher, ready to run tools; `path` is where it finds programs, as in PATH. If its process dies,
 * the runs under way end as `not_started`, and the next run starts another process.
 * @throws StartError when the process cannot be started.
 */
export const createLauncher = async ({ path }: { path: string }): Promise<Launcher> => {
  const runs = new Map<number, Run>();
  let nextId = 1;
  let isClosed = false;
  let child: Promise<ChildProcess | undefined> | undefined;

  const onMessage = (message: FromLauncher): void => {
    if (message.kind === 'end') runs.get(message.id)?.finish(message.end);
    else if (message.kind === 'line') runs.get(message.id)?.onLine?.(message.line);
  };

  /** The kernel has killed the tools (their parent died), but not what they had started. */
  const onDeath = async (): Promise<void> => {
    child = undefined;
    const ended = [...runs.values()];
    const folders = ended.flatMap(({ folder }) => folder ?? []);
    if (folders.length > 0) await killProcessesIn(folders);
    for (const { finish } of ended) finish(lost);
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

  const begin = async (
    id: number,
    kind: 'run' | 'talk',
    { command, signal, onLine }: Begun,
  ): Promise<CommandEnd> => {
    if (signal.aborted || isClosed) return cancelled;
    child ??= start();
    const launcher = await child;
    if (launcher === undefined) return lost;
    if (signal.aborted) return cancelled;
    const onAbort = (): void => send(launcher, { kind: 'cancel', id });
    const folder = kind === 'run' ? command.cwd : undefined;
    const end = await new Promise<CommandEnd>((resolve) => {
      runs.set(id, { folder, finish: resolve, ...(onLine !== undefined && { onLine }) });
      send(launcher, { kind, id, command });
      signal.addEventListener('abort', onAbort);
    });
    runs.delete(id);
    signal.removeEventListener('abort', onAbort);
    return end;
  };

  const run: Launcher['run'] = (command, signal) => begin(nextId++, 'run', { command, signal });

  const talk: Launcher['talk'] = (command, signal, onLine) => {
    const id = nextId++;
    const ended = begin(id, 'talk', { command, signal, onLine });
    // The command was sent by then, and messages keep their order.
    const tell = async (line: string): Promise<void> => {
      const launcher = await child;
      if (launcher !== undefined) send(launcher, { kind: 'say', id, line });
    };
    const say = (line: string): void => void tell(line);
    return { say, ended };
  };

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
    throw new StartError('The process that starts tools cannot be started; it says why above.');
  }
  return { run, talk, running: () => runs.size, close };
};

type Begun = Readonly<{
  command: Command;
  signal: AbortSignal;
  onLine?: (line: string) => void;
}>;

const cancelled: CommandEnd = { how: 'cancelled', printed: '', wallMs: 0 };

const lost: CommandEnd = {
  how: 'not_started',
  printed: 'the process that starts tools has ended',
  wallMs: 0,
};

/** Resolves when the process has ended, or could not be started at all. Keeps its errors from the server. */
const deathOf = (launcher: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    launcher.once('exit', () => resolve());
    launcher.on('error', () => {
      if (launcher.pid === undefined) resolve();
    });
  });

/** Its own session, so that Ctrl-C in a terminal reaches the server alone; a small heap keeps it cheap to fork. */
const forkLauncher = (path: string): ChildProcess =>
  fork(fileURLToPath(new URL('launcher-process.ts', import.meta.url)), [], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: path },
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
  });

const send = (launcher: ChildProcess, message: ToLauncher): void => {
  if (launcher.connected) launcher.send(message, () => undefined);
};
