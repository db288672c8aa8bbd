import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Absolute path of a program: as given where it is absolute, else the first executable file of that name in
 * `path` (folders separated by colons); undefined when there is none.
 */
export const findProgram = (name: string, path: string): string | undefined => {
  if (isAbsolute(name)) return isExecutable(name) ? name : undefined;
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable);
};

/** Where tools are found, in the form of PATH: the folders of the configuration, then those of `path`. */
export const toolPathOf = (
  { tools }: Readonly<{ tools: Readonly<{ path: readonly string[] }> }>,
  path: string,
): string => [...tools.path, path].join(delimiter);

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * The whole environment of a tool. Each tool runs one thread, so that permits alone decide how much runs.
 * VIPSHOME names a folder that does not exist, so that vips loads no modules, which halves its start
 * time. Untrusted loaders are off. Temporary files stay in the job's folder.
 */
export const toolEnvironment = (path: string): Readonly<Record<string, string>> => ({
  PATH: path,
  HOME: '.',
  TMPDIR: '.',
  LC_ALL: 'C',
  OMP_NUM_THREADS: '1',
  RAYON_NUM_THREADS: '1',
  VIPS_CONCURRENCY: '1',
  VIPS_BLOCK_UNTRUSTED: '1',
  VIPSHOME: '/nonexistent',
});
