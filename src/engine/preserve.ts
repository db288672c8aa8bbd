import type { ImageFacts } from '../image/facts.ts';
import type { PreservedKind } from '../image/metadata/preserved.ts';
import { readMetadata } from '../image/metadata/read.ts';
import { withMetadata } from '../image/metadata/write.ts';
import { withFileBytes } from '../jobs/file-bytes.ts';
import type { HashedFile } from '../jobs/hashed-file.ts';
import { writeHashedPieces } from '../jobs/write-pieces.ts';

export type PreserveOptions = Readonly<{
  source: string;
  facts: ImageFacts;
  /** The file without metadata, and its media type. */
  result: string;
  mediaType: string;
  kinds: readonly PreservedKind[];
  /** The file that is written. */
  target: string;
}>;

/** Writes a result with the wanted kinds of its source's metadata; kinds that the source lacks are left out. */
export const preserve = async (options: PreserveOptions): Promise<HashedFile> => {
  const { source, facts, result, mediaType, kinds, target } = options;
  const metadata = await withFileBytes(source, (bytes) =>
    readMetadata(bytes, facts, new Set(kinds)),
  );
  const pieces = await withFileBytes(result, (bytes) => withMetadata(bytes, mediaType, metadata));
  return writeHashedPieces(result, pieces, target);
};

export type Preserve = typeof preserve;
