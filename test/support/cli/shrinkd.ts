import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { main } from '../../../src/cli/main.ts';

export type Ran = Readonly<{ code: number | null; stdout: string; stderr: string }>;

export const shrinkdProgram = fileURLToPath(new URL('../../../bin/shrinkd', import.meta.url));

/** Runs the operator's command as a process of its own, without settings from the outside. `onStart` gets the process. */
export const shrinkdProcess = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SHRINKD_'));
  const child = spawn(shrinkdProgram, args, {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart(child);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
};

/** The same where nobody reads its standard output: each write to it fails (`EPIPE`). `pipe`: where one can be made. */
export const unreadShrinkd = async (
  args: readonly string[],
  pipe: string,
): Promise<Omit<Ran, 'stdout'>> => {
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  closeSync(reader);
  return shrinkdInto(writer, args);
};

/** The same with a file as its standard output, which is closed here. */
export const shrinkdInto = async (
  file: number,
  args: readonly string[],
): Promise<Omit<Ran, 'stdout'>> => {
  const child = spawn(shrinkdProgram, args, { stdio: ['ignore', file, 'pipe'] });
  closeSync(file);
  const [[code], stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stderr!),
  ]);
  return { code, stderr };
};

/**
 * Runs the operator's command in this process, which is much quicker; one at a time, because what it
 * prints is caught.
 */
export const shrinkd = async (args: readonly string[]): Promise<Ran> => {
  const printed = { log: '', error: '' };
  const { log, error } = console;
  console.log = (line: unknown) => void (printed.log += `${String(line)}\n`);
  console.error = (line: unknown) => void (printed.error += `${String(line)}\n`);
  try {
    const code = await main(args);
    return { code, stdout: printed.log, stderr: printed.error };
  } finally {
    Object.assign(console, { log, error });
  }
};
