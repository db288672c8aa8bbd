import { ServiceError } from '../errors.ts';

/** The byte account of a folder: nothing is written before its bytes have been reserved here. */
export type Space = Readonly<{
  /**
   * Resolves when `bytes` more may be written; they count as held until `unhold` or `free`.
   * Rejects with `storage_full` when so much cannot be made free.
   */
  reserve: (bytes: number) => Promise<void>;
  /** Counts bytes that were on disk before the start. */
  adopt: (bytes: number) => void;
  /** From now on eviction cannot win these bytes back: somebody reads or writes them. */
  hold: (bytes: number) => void;
  /** The opposite of `hold`: the bytes stay on disk, and may be evicted. */
  unhold: (bytes: number) => void;
  /** The bytes are gone from the disk; they must not be held any more. */
  free: (bytes: number) => void;
  /** Bytes on disk or promised to a writer. */
  usedBytes: () => number;
}>;

export type SpaceOptions = Readonly<{
  maxBytes: number;
  /** Waits for a removal under way, or removes something not held; `false` when there is neither. */
  evictOne: () => Promise<boolean>;
}>;

/** An account of at most `maxBytes`, which evicts as much as a reservation needs and no more. */
export const createSpace = ({ maxBytes, evictOne }: SpaceOptions): Space => {
  let usedBytes = 0;
  // The part of `usedBytes` that is pinned by readers or being written by drafts.
  let heldBytes = 0;

  const isOverfull = (bytes: number): boolean => usedBytes + bytes > maxBytes;

  const reserve = async (bytes: number): Promise<void> => {
    while (isOverfull(bytes)) {
      // Checked before each eviction, so that nothing is evicted for a reservation that must fail.
      if (heldBytes + bytes > maxBytes || !(await evictOne())) throw storageFull(bytes, maxBytes);
    }
    usedBytes += bytes;
    heldBytes += bytes;
  };

  return {
    reserve,
    adopt: (bytes) => {
      usedBytes += bytes;
    },
    hold: (bytes) => {
      heldBytes += bytes;
    },
    unhold: (bytes) => {
      heldBytes -= bytes;
    },
    free: (bytes) => {
      usedBytes -= bytes;
    },
    usedBytes: () => usedBytes,
  };
};

const storageFull = (bytes: number, maxBytes: number): ServiceError =>
  new ServiceError(
    'storage_full',
    bytes > maxBytes
      ? 'The image cannot be stored: it is larger than the storage for images.'
      : 'The image cannot be stored now: the storage for images is full and in use.',
  );
