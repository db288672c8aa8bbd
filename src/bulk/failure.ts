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
  ENAMETOOLONG: 'The name of its result is too long (ENAMETOOLONG).',
};

/** The file is another one than the run has read. */
export const changedMeanwhile = (): Error => new Error('It was changed while it was compressed.');
