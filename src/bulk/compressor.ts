import type { Readable } from 'node:stream';
import type { Operation } from '../service/operation.ts';
import type { ResultTraits } from './outcome.ts';

/** A picture that was compressed, as a file that stays until it is disposed of. */
export type CompressedPicture = Readonly<{
  path: string;
  bytes: number;
  sha256: string;
  source: Readonly<{ bytes: number; sha256: string }>;
  made: ResultTraits;
  /** Removes the file. */
  [Symbol.asyncDispose]: () => Promise<void>;
}>;

type PictureSize = Readonly<{ width: number; height: number }>;

/** A picture as a page can hold it, and the size of all of it. */
export type Preview = Readonly<{ url: string; size: PictureSize }>;

/** Compresses pictures: by the engine in this process, or by a service. */
export type Compressor = Readonly<{
  /**
   * Reads `body` to its end and compresses it.
   * @throws ServiceError whose message says what is wrong with the picture; the body's own error; the signal's reason.
   */
  compress: (
    body: Readable,
    operation: Operation,
    signal: AbortSignal,
  ) => Promise<CompressedPicture>;
  /** Decodes a result to its end. @throws ServiceError `decode_failed`. */
  check: (body: Readable, signal: AbortSignal) => Promise<void>;
  /**
   * A data URL that shows the middle of a picture, scaled to `size` before where that is given; undefined where none can
   * be made.
   */
  preview: (
    body: Readable,
    size: PictureSize | undefined,
    signal: AbortSignal,
  ) => Promise<Preview | undefined>;
  /** Digest of all that results depend on besides picture and operation. */
  settings: string;
  /** Pictures that are worth being compressed at once. */
  atOnce: number;
  close: () => Promise<void>;
}>;
