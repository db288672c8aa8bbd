import { readdir, readlink, realpath } from 'node:fs/promises';

/** A process may start another while we look; more rounds than this mean that it never ends. */
const maxRounds = 10;

/**
 * Kills the processes that work in one of `folders` or below: what is left of tools whose launcher
 * died, which the kernel kills, but not what they had started. Looks through `/proc` (Linux), so it is
 * for rare occasions.
 */
export const killProcessesIn = async (folders: readonly string[]): Promise<void> => {
  const paths = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  for (let round = 0; round < maxRounds; round += 1) {
    const found = await processesIn(paths);
    if (found.length === 0) return;
    found.forEach(kill);
  }
};

const processesIn = async (folders: readonly string[]): Promise<readonly number[]> => {
  const names = await readdir('/proc');
  const places = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map(async (name) => ({ pid: Number(name), place: await folderOf(name) })),
  );
  const isIn = (place: string): boolean =>
    folders.some((folder) => place === folder || place.startsWith(`${folder}/`));
  return places.filter(({ place }) => isIn(place)).map(({ pid }) => pid);
};

/** Empty for a process that has ended, or belongs to somebody else. */
const folderOf = (pid: string): Promise<string> => readlink(`/proc/${pid}/cwd`).catch(() => '');

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
};
