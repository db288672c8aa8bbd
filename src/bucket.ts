import { ServiceError } from './errors.ts';

/** A complete file, or bytes in memory. A file must not change while it is sent. */
export type ObjectBody = Readonly<{ bytes: number; sha256: string }> &
  (Readonly<{ path: string }> | Readonly<{ data: Uint8Array }>);

/** The objects of a bucket in S3, S3-compatible storage or Google Cloud Storage. Names are without the prefix. */
export type Bucket = Readonly<{
  /**
   * Stores an object, whole or not at all, in the place of one that has the name. Several stores take the condition that
   * there is none (If-None-Match) and do not heed it, so callers give each writer names of its own, or equal bytes.
   * Rejects with `unavailable` where the bucket cannot be reached or refuses, and with the reason of `signal`.
   */
  put: (
    name: string,
    body: ObjectBody,
    options?: Readonly<{ signal?: AbortSignal }>,
  ) => Promise<void>;
  /**
   * What `parse` gives for a small object. `missing`: there is none. `other`: `parse` throws, also for what further
   * attempts bring. Rejects with `unavailable`.
   */
  read: <T extends object>(
    name: string,
    maxBytes: number,
    parse: (bytes: Buffer) => T,
  ) => Promise<T | 'missing' | 'other'>;
  /**
   * Writes an object to a new file at `path`. `missing`: there is none. `other`: it does not have these bytes, and then
   * there is no file. Rejects with `unavailable`, and with the system error where the file cannot be written.
   */
  fetch: (
    name: string,
    into: Readonly<{ path: string; bytes: number; sha256: string }>,
  ) => Promise<'whole' | 'missing' | 'other'>;
  /** Closes its connections. */
  close: () => void;
}>;

/** Seconds after which another attempt may succeed. */
const retryAfterSeconds = 5;

/** The error for clients while the bucket cannot be reached. */
export const bucketAway = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'Outputs cannot be reached. Try again later.', {
    cause,
    retryAfterSeconds,
  });
