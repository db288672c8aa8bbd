/**
 * The launcher: a small process that starts tools for the server. It is small because starting a
 * process copies the parent's page tables, which takes a large server milliseconds, and it outlives a
 * killed server just long enough to end the tools that run.
 */
import { runCommand, type Command, type CommandEnd } from './command.ts';

export type ToLauncher =
  | Readonly<{ kind: 'run'; id: number; command: Command }>
  | Readonly<{ kind: 'cancel'; id: number }>;
export type FromLauncher =
  Readonly<{ kind: 'ready' }> | Readonly<{ kind: 'end'; id: number; end: CommandEnd }>;

const running = new Map<number, AbortController>();

const report = (message: FromLauncher): void => {
  // The callback takes the error of a server that has gone; unheard, it would end this process at once.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const run = async (id: number, command: Command): Promise<void> => {
  const controller = new AbortController();
  running.set(id, controller);
  const end = await runCommand(command, controller.signal).catch(notStarted);
  running.delete(id);
  report({ kind: 'end', id, end });
};

const notStarted = (error: unknown): CommandEnd => ({
  how: 'not_started',
  printed: String(error),
  wallMs: 0,
});

process.on('message', (message: ToLauncher) => {
  if (message.kind === 'run') void run(message.id, message.command);
  else running.get(message.id)?.abort();
});

// However this process ends, but by a signal: then the server sees to it.
process.on('exit', () => {
  for (const controller of running.values()) controller.abort();
});

// The server has gone, however it went.
process.on('disconnect', () => process.exit(0));

report({ kind: 'ready' });
