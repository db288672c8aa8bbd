import type { ImageFacts } from '../image/facts.ts';
import type { Receipt } from '../image/search/receipt.ts';
import type { DiskLruStats } from './disk-lru.ts';

export type ImageDescription = Readonly<{
  mediaType: string;
  /** Length of the file. */
  bytes: number;
  /** Pixels after orientation. */
  width: number;
  height: number;
  /** Digest of the file, 64 hexadecimal digits. */
  sha256: string;
}>;

/** What an output address names: a source, its compressed result, and their owner. */
export type Output = Readonly<{
  /** Opaque and unguessable. */
  id: string;
  /** Account id. */
  owner: string;
  /** Equal for equal source bytes, options and encoder settings. Empty where no other request may find it. */
  cacheKey: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  source: ImageDescription & Readonly<{ facts: ImageFacts }>;
  result: ImageDescription;
  receipt: Receipt;
}>;

/** An output pinned for reading. Its files stay until `release`, which may be called more than once. */
export type OutputLease = Readonly<{
  output: Output;
  /** Path of the source. A bucket's is downloaded to this node first. Rejects as `open` does. */
  source: () => Promise<string>;
  resultPath: string;
  /** Another lease on the output. Throws when this one is released. */
  share: () => OutputLease;
  release: () => void;
  [Symbol.dispose]: () => void;
}>;

/** The fields of an output that its publisher gives. */
export type NewOutput = Pick<Output, 'owner' | 'cacheKey' | 'source' | 'result' | 'receipt'>;

/** The source of an operation's result, and the receipt. */
export type ResultOrigin = Readonly<{
  sourceSha256: string;
  /** When the source was last changed, where that is known, in milliseconds since 1970. */
  sourceModifiedMs?: number | undefined;
  receipt: Receipt;
}>;

/**
 * An output being written. A failed write discards the draft, and `publish` rejects with the same error, so
 * callers need not await each write. Writes reject with `storage_full` when the limit or the disk leaves
 * no room.
 */
export type OutputDraft = Readonly<{
  id: string;
  /** Copies the source. It may run while the result is still being made. */
  addSource: (path: string) => Promise<void>;
  addResult: (path: string) => Promise<void>;
  /** Links both files of another output, whose bytes on disk are then shared. Hold the lease until it resolves. */
  linkFrom: (lease: OutputLease) => Promise<void>;
  /** Resolves when the output can be found and is on disk. Rejects as the writes do. */
  publish: (description: NewOutput) => Promise<Output>;
  /** Removes what was written, unless it is published. May be called at any time and more than once. */
  discard: () => Promise<void>;
}>;

/** The result of an operation being written. Rejects and discards as an output's draft does. */
export type ResultDraft = Readonly<{
  addResult: (path: string) => Promise<void>;
  /** Makes it visible. A result that was published before under the same cache key stays. */
  publish: (result: ImageDescription, made: ResultOrigin) => Promise<void>;
  discard: () => Promise<void>;
}>;

/** The result of an operation, pinned for reading until `release`. */
export type ResultLease = Readonly<{
  result: ImageDescription;
  resultPath: string;
  made: ResultOrigin;
  release: () => void;
}>;

/** The outputs of all accounts. The caller checks who may see an output (`output.owner`). */
export type Outputs = Readonly<{
  draft: () => OutputDraft;
  /**
   * Finds and pins an output. This counts as a use. `undefined` when it is unknown, expired, evicted, or
   * changed on disk since it was stored.
   */
  open: (id: string) => Promise<OutputLease | undefined>;
  /** Whether `open` would find the output. This does not count as a use. */
  has: (id: string) => Promise<boolean>;
  /** Id of an output with this cache key: one of `owner`, else one of an account that shares results. */
  findByCacheKey: (cacheKey: string, owner: string) => Promise<string | undefined>;
  /**
   * Whether a file with this digest is the result of an output or operation of `owner`, or of an account
   * that shares results with it. Compressing it again is pointless.
   */
  isOurResult: (sha256: string, owner: string) => Promise<boolean>;
  /**
   * Results of operations share the folder, its limit and its order of use with the outputs. They are found
   * by cache key (64 hexadecimal digits), also by accounts that share results with `owner`.
   */
  draftResult: (cacheKey: string, owner: string) => ResultDraft;
  openResult: (cacheKey: string, owner: string) => Promise<ResultLease | undefined>;
  /** What is on the disk of this machine. */
  stats: () => DiskLruStats;
  /** Stops the removal of expired outputs; resolves when nothing is being removed. */
  close: () => Promise<void>;
}>;
