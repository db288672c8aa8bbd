/**
 * The launcher: a small process that starts tools for the service. It is small because starting a
 * process copies the parent's page tables, which takes milliseconds in a large process. When the service
 * is killed, the launcher kills the running tools and exits.
 */
import { PassThrough } from 'node:stream';
import { runCommand, type Command, type CommandEnd } from './run-command.ts';

export type ToLauncher =
  | Readonly<{ kind: 'run' | 'runWithLines'; id: number; command: Command }>
  | Readonly<{ kind: 'inputLine'; id: number; line: string }>
  | Readonly<{ kind: 'cancel'; id: number }>;
export type FromLauncher =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'outputLine'; id: number; line: string }>
  | Readonly<{ kind: 'end'; id: number; end: CommandEnd }>;

const running = new Map<number, AbortController>();
/** Standard input of the commands that are sent lines. */
const inputs = new Map<number, PassThrough>();

const report = (message: FromLauncher): void => {
  // The callback catches the error when the service has gone. Without it the error would end this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const run = async (id: number, command: Command, input?: PassThrough): Promise<void> => {
  const controller = new AbortController();
  running.set(id, controller);
  if (input !== undefined) inputs.set(id, input);
  const onLine = (line: string): void => report({ kind: 'outputLine', id, line });
  const pipes = input === undefined ? undefined : { input, onLine };
  const end = await runCommand(command, controller.signal, pipes).catch(notStarted);
  running.delete(id);
  inputs.delete(id);
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
    case 'runWithLines':
      return void run(message.id, message.command, new PassThrough());
    case 'inputLine':
      return void inputs.get(message.id)?.write(`${message.line}\n`);
    case 'cancel':
      return running.get(message.id)?.abort();
  }
});

// Runs for every end except a signal. The service kills the tools then.
process.on('exit', () => {
  for (const controller of running.values()) controller.abort();
});

// The service has ended.
process.on('disconnect', () => process.exit(0));

report({ kind: 'ready' });
