import type { Readable } from 'node:stream';
import type { ObjectBody } from '../../bucket.ts';
import type { Failure } from '../failures.ts';

/** A rule by which the bucket removes objects that begin with `prefix`, so many days after they were made. */
export type ExpiryRule = Readonly<{ prefix: string; days: number }>;

/**
 * Single requests to one bucket. Names are whole object keys. All reject with `BucketFailure`, and end with the
 * signal.
 */
export type BucketClient = Readonly<{
  /** With `isNew`, an object that is there is not replaced, and `false` is answered. */
  put: (
    key: string,
    body: ObjectBody,
    options: Readonly<{ isNew: boolean; signal: AbortSignal }>,
  ) => Promise<boolean>;
  /** The object as a stream; undefined when there is none. */
  get: (key: string, signal: AbortSignal) => Promise<Readable | undefined>;
  /** The rules that remove objects by their age alone. */
  expiry: (signal: AbortSignal) => Promise<readonly ExpiryRule[]>;
  /** Sets one rule for each prefix, and keeps all rules for others. */
  setExpiry: (rules: readonly ExpiryRule[], signal: AbortSignal) => Promise<void>;
  /** The time of the server, in milliseconds since 1970. */
  now: (signal: AbortSignal) => Promise<number>;
  close: () => void;
}>;

/** A request that failed, with the reason for the log and the operator. */
export class BucketFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.code}: ${failure.sentence}`, { cause });
    this.name = 'BucketFailure';
    this.failure = failure;
  }
}
