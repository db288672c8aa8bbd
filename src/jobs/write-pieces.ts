import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Piece } from '../image/bytes.ts';
import { type HashedFile, writeHashedFile } from './hashed-file.ts';

/** Writes `pieces` to the file `target`. Ranges are copied from `source` without holding it in memory. */
export const writePieces = (
  source: string,
  pieces: readonly Piece[],
  target: string,
): Promise<HashedFile> => writeHashedFile(Readable.from(chunksOf(source, pieces)), target);

async function* chunksOf(source: string, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.kind === 'bytes') yield piece.bytes;
    else if (piece.length > 0) {
      const end = piece.offset + piece.length - 1;
      yield* createReadStream(source, { start: piece.offset, end }) as AsyncIterable<Uint8Array>;
    }
  }
}
