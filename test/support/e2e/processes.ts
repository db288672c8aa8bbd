import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type SeenProcess = Readonly<{ pid: number; parent: number; command: string }>;

/** The processes that work in `folder` or below it: a service started there, its launcher, its tools (proc(5)). */
export const processesIn = (folder: string): readonly SeenProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => seen(Number(name), folder));

/** Those that are no shell which waits for a tool to start, and no part of its sandbox. */
export const withoutIdleShells = (all: readonly SeenProcess[]): readonly SeenProcess[] =>
  all.filter(({ command }) => !/(^| )\/bin\/sh$/.test(command));

const seen = (pid: number, folder: string): readonly SeenProcess[] => {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid, parent: parentOf(pid), command }];
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return [];
  }
};

/** The variables that a process was started with; none when it has ended meanwhile. */
export const environmentOf = ({ pid }: SeenProcess): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
};

/** The fields follow the name in brackets, which may hold anything. */
const parentOf = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
};

/** `all` without `root` and what descends from it. */
export const strangersTo = (root: number, all: readonly SeenProcess[]): readonly SeenProcess[] => {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const descends = (pid: number): boolean =>
    pid === root || (parents.has(pid) && descends(parents.get(pid)!));
  return all.filter(({ pid }) => !descends(pid));
};
