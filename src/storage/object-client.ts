import type { Readable } from 'node:stream';
import type { ObjectBody } from '../bucket.ts';
import type { Secret } from '../redacted.ts';
import type { Failure } from './failures.ts';
import type { ObjectHeaders } from './object-headers.ts';

type Place = Readonly<{
  bucket: string;
  /** Base address of the storage, without a slash at its end. */
  endpoint: string;
}>;

/** A bucket in S3 or S3-compatible storage, and the keys to it. */
export type ObjstorePlace = Place &
  Readonly<{
    service: 'objstore';
    region: string;
    /** Whether the bucket is the first part of the path, and not of the host name. */
    isPathStyle: boolean;
    accessKeyId: Secret;
    secretAccessKey: Secret;
  }>;

/** A bucket in Google Cloud Storage, with an access token, or the key by which one is requested. */
export type CstorePlace = Place &
  Readonly<{
    service: 'cstore';
    rights: Readonly<{ accessToken: Secret }> | Readonly<{ serviceAccountKey: Secret }>;
  }>;

export type BucketPlace = ObjstorePlace | CstorePlace;

/** A rule by which the bucket removes objects that begin with `prefix`, so many days after they were made. */
export type ExpiryRule = Readonly<{ prefix: string; days: number }>;

type PutOptions = Readonly<{
  signal: AbortSignal;
  /** Default: `application/octet-stream`. */
  mediaType?: string;
  headers?: ObjectHeaders;
  /** Of S3 alone. Undefined: none is sent. */
  acl?: string | undefined;
}>;

/**
 * Single requests to one bucket. Names are whole object keys. All reject with `StorageFailure`, and end with the
 * signal. They are not repeated: `attempts` does that.
 */
export type ObjectClient = Readonly<{
  /**
   * Stores an object whole, or not at all. Bytes that change on their way are refused. Rejects with the error of a file
   * that cannot be read.
   */
  put: (key: string, body: ObjectBody, options: PutOptions) => Promise<void>;
  /** The object as a stream; undefined when there is none. */
  get: (key: string, signal: AbortSignal) => Promise<Readable | undefined>;
  /** The rules that remove objects by their age alone. */
  expiry: (signal: AbortSignal) => Promise<readonly ExpiryRule[]>;
  /** Sets one rule for each prefix, and keeps all rules for others. */
  setExpiry: (rules: readonly ExpiryRule[], signal: AbortSignal) => Promise<void>;
  /** The time of the server, in milliseconds since 1970. */
  now: (signal: AbortSignal) => Promise<number>;
}>;

/** A request that failed, with the reason for the log and the operator. */
export class StorageFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.code}: ${failure.sentence}`, { cause });
    this.name = 'StorageFailure';
    this.failure = failure;
  }
}
