import { fstatSync } from 'node:fs';
import { systemCodeOf } from '../../errors.ts';
import { endOf } from './end-of.ts';

/**
 * Gives an open file the permissions, owner, times and extended attributes of another open file, by cp(1): Node sets
 * times to a quarter of a microsecond, and knows no extended attributes. Those that the file system does not keep are
 * left out.
 * @throws an error that says what cannot be kept: permissions, owner or time.
 */
export const copyAttributes = async (from: number, to: number): Promise<void> => {
  // By their descriptors, since arguments are text and names need not be.
  const [source, target] = [from, to].map((file) => `/proc/${process.pid}/fd/${file}`) as [
    string,
    string,
  ];
  const args = ['--attributes-only', '--preserve=all', source, target] as const;
  // Loaded here, since the service replaces no file, and the library for processes would slow its start.
  const { startProcess } = await import('./start-process.ts');
  const child = startProcess(['/bin/cp', ...args], { cwd: '/', env: { LC_ALL: 'C' } });
  const problem = await endOf(child);
  if (problem !== undefined) {
    throw new Error(`The program /bin/cp cannot be run (${systemCodeOf(problem)}).`);
  }
  const [wanted, found] = [from, to].map((file) => fstatSync(file, { bigint: true }));
  const lost = names.filter(([field]) => wanted?.[field] !== found?.[field]);
  if (lost.length > 0) {
    throw new Error(`Its ${lost.map(([, name]) => name).join(' and ')} cannot be kept.`);
  }
};

const names = [
  ['mode', 'mode'],
  ['uid', 'owner'],
  ['gid', 'group'],
  ['mtimeNs', 'time'],
] as const;
