/**
 * The launcher: a small process that starts tools for the server. It is small because starting a
 * process copies the parent's page tables, which takes a large server milliseconds, and it outlives a
 * killed server just long enough to end the tools that run.
 */
import { PassThrough } from 'node:stream';
import { runCommand, type Command, type CommandEnd } from './run-command.ts';

export type ToLauncher =
  | Readonly<{ kind: 'run' | 'talk'; id: number; command: Command }>
  | Readonly<{ kind: 'say'; id: number; line: string }>
  | Readonly<{ kind: 'cancel'; id: number }>;
export type FromLauncher =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'line'; id: number; line: string }>
  | Readonly<{ kind: 'end'; id: number; end: CommandEnd }>;

const running = new Map<number, AbortController>();
/** What is said to the commands that are talked to. */
const voices = new Map<number, PassThrough>();

const report = (message: FromLauncher): void => {
  // The callback takes the error of a server that has gone; unheard, it would end this process at once.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const run = async (id: number, command: Command, input?: PassThrough): Promise<void> => {
  const controller = new AbortController();
  running.set(id, controller);
  if (input !== undefined) voices.set(id, input);
  const onLine = (line: string): void => report({ kind: 'line', id, line });
  const talk = input === undefined ? undefined : { input, onLine };
  const end = await runCommand(command, controller.signal, talk).catch(notStarted);
  running.delete(id);
  voices.delete(id);
  report({ kind: 'end', id, end });
};

const notStarted = (error: unknown): CommandEnd => ({
  how: 'not_started',
  printed: String(error),
  wallMs: 0,
});

process.on('message', (message: ToLauncher) => {
  switch (message.kind) {
    case 'run':
      return void run(message.id, message.command);
    case 'talk':
      return void run(message.id, message.command, new PassThrough());
    case 'say':
      return void voices.get(message.id)?.write(`${message.line}\n`);
    case 'cancel':
      return running.get(message.id)?.abort();
  }
});

// However this process ends, but by a signal: then the server sees to it.
process.on('exit', () => {
  for (const controller of running.values()) controller.abort();
});

// The server has gone, however it went.
process.on('disconnect', () => process.exit(0));

report({ kind: 'ready' });
