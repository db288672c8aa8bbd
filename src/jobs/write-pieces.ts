import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFile } from 'node:fs';
import { promisify } from 'node:util';
import { lengthOf, type Piece } from '../image/bytes.ts';
import type { HashedFile } from './hashed-file.ts';
import { openPlainFile, writingPlainFile } from '../plain-files.ts';

/**
 * Writes `pieces` to the file `target` in the folder of a job. Ranges are copied from `source` without holding it in
 * memory. They are read synchronously, as `withFileBytes` does: the file was just written. `onChunk` is called with the
 * bytes, part by part.
 */
export const writePieces = async (
  source: string,
  pieces: readonly Piece[],
  target: string,
  onChunk: (chunk: Uint8Array) => void = () => undefined,
): Promise<void> => {
  const from = openPlainFile(source);
  try {
    // Only the bytes may wait for a disk: the thread pool takes longer to open a file than the system does.
    const to = openSync(target, writingPlainFile, 0o600);
    try {
      for (const chunk of chunksOf(from, pieces)) {
        onChunk(chunk);
        await writeAll(to, chunk);
      }
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
};

/** The same, with the length and the digest of what was written. */
export const writeHashedPieces = async (
  ...[source, pieces, target]: Parameters<typeof writePieces>
): Promise<HashedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  await writePieces(source, pieces, target, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  return { bytes, sha256: hash.digest('hex') };
};

const writeAll = promisify(writeFile);

/** Other work runs between the chunks, each of which is read, and hashed, in a millisecond. */
const chunkBytes = 1024 ** 2;

/** The bytes of `pieces`, in few chunks, which share their memory. */
function* chunksOf(source: number, pieces: readonly Piece[]): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, lengthOf(pieces)));
  let filled = 0;
  for (const piece of pieces) {
    const length = piece.kind === 'bytes' ? piece.bytes.length : piece.length;
    for (let done = 0; done < length;) {
      const wanted = Math.min(length - done, chunk.length - filled);
      if (piece.kind === 'bytes') chunk.set(piece.bytes.subarray(done, done + wanted), filled);
      else if (readSync(source, chunk, filled, wanted, piece.offset + done) !== wanted)
        throw new Error('the file of the pieces has become shorter');
      done += wanted;
      filled += wanted;
      if (filled === chunk.length) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
