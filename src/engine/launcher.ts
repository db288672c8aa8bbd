import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command, CommandEnd } from './command.ts';
import type { FromLauncher, ToLauncher } from './launcher-process.ts';

/** Starts tools through the launcher process. */
export type Launcher = Readonly<{
  /** Runs `command` to its end; never rejects. `signal` kills it. */
  run: (command: Command, signal: AbortSignal) => Promise<CommandEnd>;
  /** Tools that run now. */
  running: () => number;
  /** Ends the launcher and with it all tools. */
  close: () => Promise<void>;
}>;

type Waiting = Readonly<{ finish: (end: CommandEnd) => void }>;

/**
 * A launcher, ready to run tools; `path` is where it finds programs, as in PATH. If its process dies, the runs under way end as `not_started`, and
 * the next run starts another process.
 */
export const createLauncher = async ({ path }: { path: string }): Promise<Launcher> => {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let isClosed = false;
  let child: Promise<ChildProcess> | undefined;

  const start = async (): Promise<ChildProcess> => {
    const started = forkLauncher(path);
    started.on('message', (message: FromLauncher) => {
      if (message.kind === 'end') waiting.get(message.id)?.finish(message.end);
    });
    started.once('exit', () => {
      child = undefined;
      for (const { finish } of waiting.values()) finish(lost);
    });
    await once(started, 'message');
    return started;
  };

  const run: Launcher['run'] = async (command, signal) => {
    if (signal.aborted || isClosed) return { how: 'cancelled', printed: '', wallMs: 0 };
    child ??= start();
    const launcher = await child;
    const id = nextId++;
    const onAbort = (): void => send(launcher, { kind: 'cancel', id });
    const end = await new Promise<CommandEnd>((resolve) => {
      waiting.set(id, { finish: resolve });
      send(launcher, { kind: 'run', id, command });
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    });
    waiting.delete(id);
    signal.removeEventListener('abort', onAbort);
    return end;
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    const launcher = await child;
    if (launcher === undefined || launcher.exitCode !== null) return;
    const gone = once(launcher, 'exit');
    launcher.disconnect();
    await gone;
  };

  child = start();
  await child;
  return { run, running: () => waiting.size, close };
};

const lost: CommandEnd = {
  how: 'not_started',
  printed: 'the process that starts tools has ended',
  wallMs: 0,
};

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
