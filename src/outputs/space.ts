import { ServiceError } from '../errors.ts';

export type Space = ReturnType<typeof createSpace>;

type SpaceOptions = Readonly<{
  maxBytes: number;
  /** Waits for a removal under way, or evicts an entry that is not held; `false` when there is neither. */
  evictOne: () => Promise<boolean>;
}>;

/** Counts the bytes of a folder, at most `maxBytes`. Bytes are reserved here before they are written. */
export const createSpace = ({ maxBytes, evictOne }: SpaceOptions) => {
  let usedBytes = 0;
  // The part of `usedBytes` that is pinned by readers or being written by drafts.
  let heldBytes = 0;

  const isOverfull = (bytes: number): boolean => usedBytes + bytes > maxBytes;

  /**
   * Resolves when `bytes` more may be written; they count as held until `unhold` or `free`. Evicts as much as it needs
   * and no more. Rejects with `storage_full` when so much cannot be made free.
   */
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
    /** Adds bytes that were on disk before the start. */
    adopt: (bytes: number): void => void (usedBytes += bytes),
    /** Marks bytes as in use by a reader or writer, so that eviction cannot free them. */
    hold: (bytes: number): void => void (heldBytes += bytes),
    /** The opposite of `hold`: the bytes stay on disk, and may be evicted. */
    unhold: (bytes: number): void => void (heldBytes -= bytes),
    /** Removes bytes that are no longer on disk. They must not be held. */
    free: (bytes: number): void => void (usedBytes -= bytes),
    /** Bytes on disk, and bytes reserved by writers. */
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
