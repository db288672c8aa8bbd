import { isDiskFull, ServiceError, systemCodeOf } from '../errors.ts';

/** Why a file could not be compressed, as a sentence. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ServiceError) return error.message;
  if (isDiskFull(error)) return 'The disk is full.';
  const code = systemCodeOf(error);
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  return error instanceof Error ? error.message : String(error);
};

const sentences: Readonly<Record<string, string>> = {
  EACCES: 'It may not be read or written (EACCES).',
  EPERM: 'It may not be changed (EPERM).',
  EROFS: 'Its file system is read-only (EROFS).',
  ENOENT: 'It is gone (ENOENT).',
  ELOOP: 'It is a symbolic link (ELOOP).',
  EIO: 'Its disk cannot be read or written (EIO).',
  EXDEV: 'It lies on another disk than what is to be moved there (EXDEV).',
  ENAMETOOLONG: 'The name of its result is too long (ENAMETOOLONG).',
};

/** Others have written a record. */
export const noRun = (): Error => new Error('Its record is of no run.');

/** The file is another one than the run has read. */
export const changedMeanwhile = (): Error => new Error('It was changed while it was compressed.');

/**
 * Why a result is not taken for its length; undefined where it is. `minSaving`: share of the bytes that it has to save.
 * `mayBeEqual`: whether it may have as many.
 */
export const reasonNotToTake = (
  before: number,
  after: number,
  minSaving: number,
  mayBeEqual = false,
): string | undefined => {
  if (after > before || (after === before && !mayBeEqual)) return 'It cannot be made smaller.';
  const isBelow = before - after < minSaving * before;
  return isBelow ? `It would lose less than ${Number((minSaving * 100).toFixed(2))} %.` : undefined;
};
