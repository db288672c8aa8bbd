import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { pagedSource, type ByteSource, type Piece } from '../../image/bytes.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { writePieces } from '../../jobs/write-pieces.ts';

/**
 * Does `work` while the source file holds other bytes: what `change` makes of it. The source has its own
 * bytes again when this settles, since it is stored, and its metadata is read from it.
 */
export const withChangedSource = async <T>(
  { folder, facts, sourceReaders }: Job,
  change: (source: ByteSource) => readonly Piece[],
  work: () => Promise<T>,
): Promise<T> => {
  const source = folder.file(sourceFileName(facts.mediaType));
  const original = folder.file(`original-${randomUUID()}`);
  const pieces = await withFileBytes(source, (bytes) => change(pagedSource(bytes)));
  // Another reader would find the changed bytes, or no file at all.
  await sourceReaders?.catch(() => undefined);
  await rename(source, original);
  try {
    await writePieces(original, pieces, source);
    return await work();
  } finally {
    await rm(source, { force: true });
    await rename(original, source);
  }
};
