import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { pagedSource, type ByteSource, type Piece } from '../../image/bytes.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { writePieces } from '../../jobs/write-pieces.ts';

/**
 * Does `work` while other bytes stand in the place of the source: what `change` makes of it. The source
 * is as it was when this settles, since it is stored, and its metadata is read from it.
 */
export const withChangedSource = async <T>(
  { folder, facts }: Job,
  change: (source: ByteSource) => readonly Piece[],
  work: () => Promise<T>,
): Promise<T> => {
  const source = folder.file(sourceFileName(facts.mediaType));
  const putAside = folder.file(`put-aside-${randomUUID()}`);
  const pieces = await withFileBytes(source, (bytes) => change(pagedSource(bytes)));
  await rename(source, putAside);
  try {
    await writePieces(putAside, pieces, source);
    return await work();
  } finally {
    await rm(source, { force: true });
    await rename(putAside, source);
  }
};
