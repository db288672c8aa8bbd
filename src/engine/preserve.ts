import type { ImageFacts } from '../image/facts.ts';
import type { PreservedKind } from '../image/metadata/preserved.ts';
import { readMetadata } from '../image/metadata/read.ts';
import { withMetadata } from '../image/metadata/write.ts';
import { withFileBytes } from '../jobs/file-bytes.ts';
import type { HashedFile } from '../jobs/hashed-file.ts';
import { writePieces } from '../jobs/write-pieces.ts';

export type PreserveOptions = Readonly<{
  source: string;
  facts: ImageFacts;
  /** The file that is to hold the metadata, and its media type. */
  result: string;
  mediaType: string;
  kinds: readonly PreservedKind[];
  /** The file that is written. */
  target: string;
}>;

/** Writes a result together with the wanted metadata of its source; what the source lacks adds nothing. */
export const preserve = async (options: PreserveOptions): Promise<HashedFile> => {
  const { source, facts, result, mediaType, kinds, target } = options;
  const metadata = await withFileBytes(source, (bytes) =>
    readMetadata(bytes, facts, new Set(kinds)),
  );
  const pieces = await withFileBytes(result, (bytes) => withMetadata(bytes, mediaType, metadata));
  return writePieces(result, pieces, target);
};

export type Preserve = typeof preserve;
