import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, systemCodeOf } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { removeTree } from './remove-tree.ts';

/** The folder of one job's files. `remove` deletes it with everything in it. */
export type JobFolder = FolderFiles & Readonly<{ remove: () => Promise<void> }>;

/** Kills the processes whose working directory is one of these folders or below. */
type KillProcessesIn = (folders: readonly string[]) => Promise<void>;

/**
 * Job folders below `workDir`, which is created if it is missing, and emptied otherwise: its files and the
 * processes that work there were left by a process that was killed. The caller holds the lock on the data
 * folder, so no other process uses it. It is made again where it is removed meanwhile, as at the end of a session of
 * its user (RemoveIPC of logind.conf(5) empties /dev/shm).
 * @throws StartError when `workDir` belongs to another user or cannot be used, or something in it cannot
 * be removed.
 */
export const createJobFolders = async (workDir: string, killProcessesIn: KillProcessesIn) => {
  try {
    await emptyFolder(workDir, killProcessesIn);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The work folder ${workDir} cannot be used (${systemCodeOf(error)}). Remove what is in its place, or set workDir to another folder.`,
      1,
      error,
    );
  }
  const removals = new Set<Promise<void>>();
  const open = async (): Promise<JobFolder> => {
    const path = join(workDir, `job-${randomBytes(9).toString('hex')}`);
    await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
      await makeOwnFolder(workDir);
      await mkdir(path, { mode: 0o700 });
    });
    const removed = Promise.withResolvers<void>();
    removals.add(removed.promise);
    const remove = async (): Promise<void> => {
      await removeFiles(path).catch(() => removeTree(path));
      removals.delete(removed.promise);
      removed.resolve();
    };
    return { ...filesIn(path), remove };
  };
  /** Waits until cancelled jobs have removed their files, for 5 s at most. Removes the work folder if it is empty. */
  const close = async (): Promise<void> => {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, longestRemovalMs);
    await Promise.race([Promise.all(removals), late.promise]);
    clearTimeout(timer);
    await rmdir(workDir).catch((error: unknown) => {
      // The next start removes what is left.
      if (!['ENOTEMPTY', 'ENOENT'].includes(systemCodeOf(error) ?? '')) throw error;
    });
  };
  return { open, close };
};

export type JobFolders = Awaited<ReturnType<typeof createJobFolders>>;

/** A job that hangs does not delay the end for longer. */
const longestRemovalMs = 5000;

/** Files of one folder. Knows none yet. */
export const filesIn = (path: string) => {
  const known = new Set<string>();
  return {
    path,
    /** The path of a file that is read or written. */
    file: (name: string): string => {
      known.add(name);
      return join(path, name);
    },
    /** Whether `file` was asked for this name. A tool may leave others. */
    isKnown: (name: string): boolean => known.has(name),
  };
};

export type FolderFiles = Readonly<ReturnType<typeof filesIn>>;

/**
 * Removes a folder that holds files only, as that of most jobs, with a call of the thread pool for each large file, which
 * may take long to remove from a disk. `removeTree` takes two and more for each file, one after the other.
 * A tool cannot put a link in the folder's place, since the folder above is not the tool's.
 */
const removeFiles = async (path: string): Promise<void> => {
  const files = readdirSync(path).map((name) => join(path, name));
  const isLarge = (file: string): boolean => lstatSync(file).size > largeBytes;
  const { true: large = [], false: small = [] } = Object.groupBy(
    files,
    (file) => `${isLarge(file)}`,
  );
  for (const file of small) unlinkSync(file);
  await Promise.all(large.map((file) => unlink(file)));
  rmdirSync(path);
};

/** Of a file that takes the system longer to remove than a call of the thread pool does. */
const largeBytes = 1024 ** 2;

/** @throws StartError where another user has made it, as any user may in /dev/shm. */
const makeOwnFolder = async (workDir: string): Promise<void> => {
  makeFolder(workDir, 0o700);
  const stats = await lstat(workDir);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
    throw new StartError(
      `The work folder ${workDir} belongs to another user, or is a symbolic link. Set workDir to another folder.`,
    );
  }
};

const emptyFolder = async (workDir: string, killProcessesIn: KillProcessesIn): Promise<void> => {
  await makeOwnFolder(workDir);
  const left = (await readdir(workDir)).map((name) => join(workDir, name));
  if (left.length > 0) await killProcessesIn(left);
  await Promise.all(left.map(removeLeftover));
};

const removeLeftover = (path: string): Promise<void> =>
  removeTree(path).catch((error: unknown) => {
    throw new StartError(
      `${path} was left by an earlier run and cannot be removed (${systemCodeOf(error)}). Remove it.`,
      1,
      error,
    );
  });
