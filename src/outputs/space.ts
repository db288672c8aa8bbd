import { ServiceError } from '../errors.ts';

/** Counts the bytes of a folder. Bytes are reserved here before they are written. */
export type Space = Readonly<{
  /**
   * Resolves when `bytes` more may be written; they count as held until `unhold` or `free`.
   * Rejects with `storage_full` when so much cannot be made free.
   */
  reserve: (bytes: number) => Promise<void>;
  /** Adds bytes that were on disk before the start. */
  adopt: (bytes: number) => void;
  /** Marks bytes as in use by a reader or writer, so that eviction cannot free them. */
  hold: (bytes: number) => void;
  /** The opposite of `hold`: the bytes stay on disk, and may be evicted. */
  unhold: (bytes: number) => void;
  /** Removes bytes that are no longer on disk. They must not be held. */
  free: (bytes: number) => void;
  /** Bytes on disk, and bytes reserved by writers. */
  usedBytes: () => number;
}>;

export type SpaceOptions = Readonly<{
  maxBytes: number;
  /** Waits for a removal under way, or evicts an entry that is not held; `false` when there is neither. */
  evictOne: () => Promise<boolean>;
}>;

/** A count of at most `maxBytes`. A reservation evicts as much as it needs and no more. */
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
