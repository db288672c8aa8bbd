import { readFile, readdir, readlink } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../../../src/tools/process/job-shells.ts';
import type { ToolLimits } from '../../../src/tools/process/sandbox.ts';
import { until } from '../until.ts';

/** Folder of tiny programs. */
export const fixtureTools = fileURLToPath(new URL('../../fixtures/tools', import.meta.url));

/** Path of one of them. */
export const fixtureTool = (name: string): string => join(fixtureTools, name);

/** A process that answers messages with themselves. */
export const echoArgv = [
  process.execPath,
  fileURLToPath(new URL('message-echo.ts', import.meta.url)),
] as const;

/** Limits that no fixture tool reaches. */
export const roomyLimits: ToolLimits = {
  memoryBytes: 4 * 1024 ** 3,
  cpuSeconds: 60,
  fileBytes: 1024 ** 3,
  folderBytes: 4 * 1024 ** 3,
  folderFiles: 1000,
  processes: 4096,
};

/** The system's own folders, and nothing of this machine. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** A command that runs a fixture tool in `cwd`. */
export const commandOf = (
  cwd: string,
  argv: readonly [string, ...string[]],
  changes: Partial<Command> = {},
): Command => ({
  argv: [fixtureTool(argv[0]), ...argv.slice(1)],
  cwd,
  environment: { PATH: systemPath },
  deadlineMs: 30_000,
  limits: roomyLimits,
  sandbox: { level: 'limits' },
  ...changes,
});

/** The numbers in a file, once it has a whole line. */
export const numbersIn = async (path: string): Promise<number[]> => {
  let text = '';
  await until(`${path} has a line`, async () => {
    text = await readFile(path, 'utf8').catch(() => '');
    return text.endsWith('\n');
  });
  return text.trim().split(' ').map(Number);
};

/** Whether a process exists and is no zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

/** Resolves when none of the processes is left. */
export const untilGone = async (pids: readonly number[]): Promise<void> => {
  await until(
    () => `the processes ${pids.filter(isAlive).map(statusOf).join('; ')} are gone`,
    () => !pids.some(isAlive),
  );
};

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ', 5).join(' ');
  } catch {
    return String(pid);
  }
};

/** Process ids of the children of a process, this one's by default. */
export const childrenOf = (pid = process.pid): number[] => {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'latin1').split(' ').filter(Boolean).map(Number);
};

/** Whether any process works in `folder` or below it. */
export const isInUse = async (folder: string): Promise<boolean> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(
    pids.map((pid) => readlink(join('/proc', pid, 'cwd')).catch(() => '')),
  );
  return places.some((place) => place === folder || place.startsWith(`${folder}/`));
};
