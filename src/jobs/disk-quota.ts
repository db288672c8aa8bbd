import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ServiceError, ShareFull, systemCodeOf } from '../errors.ts';
import type { Shares } from '../queue/shares.ts';

export type DiskQuota = Readonly<{
  /**
   * Reserves `announcedBytes` in the work folder (0 when the length is unknown) for a job of the account.
   * @throws ServiceError `unavailable` when they do not fit, are more than the account's share, or the folder cannot
   * be used.
   */
  reserve: (accountId: string, announcedBytes: number) => Promise<Reservation>;
}>;

/** What a job may write. It counts among what its account holds until it is released. */
export type Reservation = Readonly<{
  /**
   * Called with the bytes of the job's source so far: more than were announced are reserved now.
   * @throws ServiceError `unavailable` as `reserve` does.
   */
  arrived: (bytes: number) => void;
  /** Called when all bytes have arrived: they are then measured among the files. */
  received: () => void;
  /** Ends it. May be called more than once. */
  release: () => void;
}>;

type DiskQuotaOptions = Readonly<{
  /** Folder of all job folders. */
  folder: string;
  /** Largest total size of its files. */
  maxBytes: number;
  /** Space that must stay free on its file system. */
  minFreeBytes: number;
  /** The bytes that each account's jobs hold. */
  shares: Shares;
}>;

/** How long a measurement is used. */
const measurementMs = 250;

const retryAfterSeconds = 5;

type Measured = Readonly<{ usedBytes: number; freeBytes: number; at: number }>;

/** Limits the disk space of running jobs, in all and for each account. */
export const createDiskQuota = ({
  folder,
  maxBytes,
  minFreeBytes,
  shares,
}: DiskQuotaOptions): DiskQuota => {
  let last: Measured | undefined;
  let measuring: Promise<Measured> | undefined;
  let reserved = 0;

  const measure = async (): Promise<Measured> => {
    const at = performance.now();
    const freeBytes = await freeBytesAt(folder);
    last = { usedBytes: bytesIn(folder), freeBytes, at };
    return last;
  };

  const measured = async (): Promise<Measured> => {
    if (last !== undefined && performance.now() - last.at < measurementMs) return last;
    measuring ??= measure().finally(() => (measuring = undefined));
    return measuring;
  };

  /** The room that `bytes` more would leave. Files of the last moment may not have been measured yet. */
  const leftBeside = (bytes: number, { usedBytes, freeBytes }: Measured): number => {
    const room = Math.min(maxBytes - usedBytes, freeBytes - minFreeBytes) - reserved;
    return Math.min(room, maxBytes - shares.total()) - bytes;
  };

  /** Counts `bytes` more for a job that holds `already`. @throws ServiceError `unavailable`. */
  const hold = (
    accountId: string,
    bytes: number,
    { already, space }: Readonly<{ already: number; space: Measured }>,
  ): (() => void) => {
    const left = leftBeside(bytes, space);
    if (left < 0) throw full('The work folder is full. Try again later.');
    if (!shares.mayHold(accountId, bytes, left, already)) {
      const message =
        'Pictures of this account fill its share of the work folder. Try again later.';
      throw new ShareFull(message, retryAfterSeconds);
    }
    return shares.hold(accountId, bytes);
  };

  const reserve: DiskQuota['reserve'] = async (accountId, announcedBytes) => {
    let space = await measured();
    const held = [hold(accountId, announcedBytes, { already: 0, space })];
    let heldBytes = announcedBytes;
    let missing = announcedBytes;
    reserved += missing;

    const received = (): void => {
      reserved -= missing;
      missing = 0;
    };
    return {
      received,
      arrived: (bytes) => {
        if (bytes <= heldBytes) return;
        // Measured again in the meantime. Where that fails, the next job is refused.
        void measured().then(
          (next) => (space = next),
          () => undefined,
        );
        held.push(hold(accountId, bytes - heldBytes, { already: heldBytes, space }));
        heldBytes = bytes;
      },
      release: () => {
        received();
        for (const giveBack of held) giveBack();
      },
    };
  };
  return { reserve };
};

const full = (message: string): ServiceError =>
  new ServiceError('unavailable', message, { retryAfterSeconds });

/** Of the nearest folder that exists: a work folder that was removed, and what it is in, is made again by the next job. */
const freeBytesAt = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT' && folder !== dirname(folder)) {
      return freeBytesAt(dirname(folder));
    }
    throw new ServiceError('unavailable', 'The work folder cannot be used. Try again later.', {
      ...{ cause, retryAfterSeconds, isFault: true },
    });
  }
};

/**
 * Total size of the files in `folder` and below. A file that is removed meanwhile counts as 0. Synchronous:
 * 4,000 files take 20 ms, less than half of the CPU that they take in the thread pool.
 */
const bytesIn = (folder: string): number =>
  entriesOf(folder).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesIn(path);
    return entry.isFile() ? sum + sizeOf(path) : sum;
  }, 0);

/** None where the folder has been removed, or a tool has made its path too long. */
const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const sizeOf = (path: string): number => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
};
