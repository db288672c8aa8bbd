/**
 * The launcher: a small process that starts the sandboxes of tools for the service. It is small because
 * starting a process copies the parent's page tables, which takes milliseconds in a large process. When the
 * service is killed, the launcher kills the running tools and exits.
 */
import { createJobShells, type Command } from './job-shells.ts';
import { sandboxProgramsIn } from './sandbox.ts';
import type { CommandEnd, ShellPlace } from './tool-shell.ts';

export type ToLauncher =
  | Readonly<{ kind: 'prepare'; place: ShellPlace }>
  | Readonly<{ kind: 'run'; id: number; command: Command }>
  | Readonly<{ kind: 'cancel'; id: number }>
  | Readonly<{ kind: 'close'; id: number; folder: string }>;
export type FromLauncher =
  | Readonly<{ kind: 'ready' }>
  | Readonly<{ kind: 'end'; id: number; end: CommandEnd }>
  | Readonly<{ kind: 'closed'; id: number }>;

const running = new Map<number, AbortController>();
const shells = createJobShells(sandboxProgramsIn(process.argv[2] ?? ''));

const report = (message: FromLauncher): void => {
  // The callback catches the error when the service has gone. Without it the error would end this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const run = async (id: number, command: Command): Promise<void> => {
  const controller = new AbortController();
  running.set(id, controller);
  const end = await shells.run(command, controller.signal).catch(notStarted);
  running.delete(id);
  report({ kind: 'end', id, end });
};

const notStarted = (error: unknown): CommandEnd => ({
  how: 'not_started',
  printed: String(error),
  wallMs: 0,
});

const close = async (id: number, folder: string): Promise<void> => {
  await shells.close(folder);
  report({ kind: 'closed', id });
};

process.on('message', (message: ToLauncher) => {
  switch (message.kind) {
    case 'prepare':
      return shells.prepare(message.place);
    case 'run':
      return void run(message.id, message.command);
    case 'cancel':
      return running.get(message.id)?.abort();
    case 'close':
      return void close(message.id, message.folder);
  }
});

// Runs for every end except a signal. The kernel kills the tools then.
process.on('exit', () => {
  for (const controller of running.values()) controller.abort();
  shells.kill();
});

// The service has ended.
process.on('disconnect', () => process.exit(0));

report({ kind: 'ready' });
