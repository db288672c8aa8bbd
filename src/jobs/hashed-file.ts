import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type HashedFile = Readonly<{ bytes: number; sha256: string }>;

/**
 * Streams `body` to a new file, counting and hashing its bytes, without holding it in memory. Rejects
 * with the error that `check` throws for the number of bytes so far, or with the signal's reason.
 */
export const writeHashedFile = async (
  body: Readable,
  path: string,
  check: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<HashedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      try {
        check(bytes);
      } catch (error) {
        return done(error as Error);
      }
      hash.update(chunk);
      return done(null, chunk);
    },
  });
  const file = createWriteStream(path, { mode: 0o600 });
  try {
    await pipeline([body, measure, file], signal === undefined ? {} : { signal });
  } catch (error) {
    // The pipeline's own error says only "The operation was aborted".
    signal?.throwIfAborted();
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
};
