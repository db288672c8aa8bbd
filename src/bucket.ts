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

/** An object as a listing has it. Its key is without the prefix of the store. */
export type ListedObject = Readonly<{
  key: string;
  bytes: number;
  /** Names these bytes: the ETag, or the generation at Google. */
  etag: string;
  /** Whether it has to be restored before it can be read. */
  isArchived: boolean;
}>;

/** What an object has besides its bytes, to be given to others that take its place. */
export type ObjectTraits = Readonly<{
  mediaType: string;
  metadata: Readonly<Record<string, string>>;
  /** Headers, tags, storage class and grants, as the storage takes them back. */
  others: Readonly<Record<string, unknown>>;
}>;

export type FoundObject = ListedObject &
  Readonly<{
    metadata: ObjectTraits['metadata'];
    /** What it has besides its bytes. Tags and grants are asked for then. `changed`: it is gone. */
    traits: (signal: AbortSignal) => Promise<ObjectTraits | 'changed'>;
    /** By which these bytes can be read after they were replaced; undefined where no versions are kept. */
    version: string | undefined;
  }>;

/**
 * Why an object cannot be replaced. `encrypted`: it is read with a key of its owner alone. `coded`: its bytes are not
 * those of its type, as with gzip. `bound`: it has a lock, or headers that no upload can be given.
 */
type Unreadable = 'missing' | 'encrypted' | 'coded' | 'bound';

/** All objects below a prefix of a bucket, for commands. Everything rejects with an error that says what is wrong. */
export type ObjectStore = Readonly<{
  /** Those whose keys come after `after`, in the order of the storage. */
  list: (signal: AbortSignal, after?: string) => AsyncIterable<ListedObject>;
  head: (key: string, signal: AbortSignal, version?: string) => Promise<FoundObject | Unreadable>;
  /** Writes an object to a file. `changed`: it is another one than the given, or gone. */
  fetch: (
    object: Pick<FoundObject, 'key' | 'etag' | 'bytes'> &
      Readonly<{ version?: string | undefined }>,
    path: string,
    signal: AbortSignal,
  ) => Promise<'whole' | 'changed'>;
  /**
   * Stores an object, whole or not at all, and gives its `etag`. `changed`: `replaces` is not there any more, or
   * where it is `nothing`, something is. Stores that ignore conditions answer so never.
   */
  put: (
    key: string,
    body: ObjectBody,
    traits: ObjectTraits,
    options: Readonly<{ replaces?: string | 'nothing'; signal: AbortSignal }>,
  ) => Promise<Readonly<{ etag: string }> | 'changed'>;
  remove: (key: string, signal: AbortSignal) => Promise<void>;
  /** Whether the bytes of replaced objects are kept as versions. */
  keepsVersions: (signal: AbortSignal) => Promise<boolean>;
  close: () => void;
}>;
