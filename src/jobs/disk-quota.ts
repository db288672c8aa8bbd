import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors.ts';

export type WorkSpace = Readonly<{
  /**
   * Keeps room for `announcedBytes` more (0: nobody knows how many) in the work folder until the given
   * function is called, which is when they have arrived and are measured among the files.
   * @throws ServiceError `unavailable` when they do not fit.
   */
  reserve: (announcedBytes: number) => Promise<() => void>;
}>;

export type WorkSpaceOptions = Readonly<{
  /** Folder of all jobs' folders. */
  folder: string;
  /** Most bytes that the files in it may have. */
  maxBytes: number;
  /** Room that must be left on its file system. */
  minFreeBytes: number;
}>;

/** How long a measurement counts: looking at the files of a thousand jobs takes some milliseconds. */
const measuredMs = 250;

const retryAfterSeconds = 5;

type Measured = Readonly<{ usedBytes: number; freeBytes: number; at: number }>;

/** Bounds the files of jobs under way (design, invariant 7). */
export const createWorkSpace = ({
  folder,
  maxBytes,
  minFreeBytes,
}: WorkSpaceOptions): WorkSpace => {
  let last: Measured | undefined;
  let measuring: Promise<Measured> | undefined;
  let reserved = 0;

  const measure = async (): Promise<Measured> => {
    const at = performance.now();
    const [usedBytes, { bavail, bsize }] = await Promise.all([bytesIn(folder), statfs(folder)]);
    last = { usedBytes, freeBytes: bavail * bsize, at };
    return last;
  };

  const measured = async (): Promise<Measured> => {
    if (last !== undefined && performance.now() - last.at < measuredMs) return last;
    measuring ??= measure().finally(() => (measuring = undefined));
    return measuring;
  };

  const reserve: WorkSpace['reserve'] = async (announcedBytes) => {
    const { usedBytes, freeBytes } = await measured();
    const wanted = reserved + announcedBytes;
    if (usedBytes + wanted > maxBytes || freeBytes - wanted < minFreeBytes) {
      throw new ServiceError('unavailable', 'The work folder is full. Try again later.', {
        retryAfterSeconds,
      });
    }
    reserved = wanted;
    let isHeld = true;
    return () => {
      if (isHeld) reserved -= announcedBytes;
      isHeld = false;
    };
  };
  return { reserve };
};

/** Bytes of the files in `folder` and below. What goes while we look counts nothing, by itself alone. */
const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesIn(path) : entry.isFile() ? sizeOf(path) : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const sizeOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
