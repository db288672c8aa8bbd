import { concatenated, copyPiece, latin1Bytes, type ByteSource, type Piece } from '../bytes.ts';
import { chunkBytes, withChunk } from '../png/chunks.ts';
import { pngXmpKeyword } from './blocks.ts';
import type { PreservedMetadata } from './preserved.ts';
import { xmpPacketOf } from './xmp/packet.ts';

/** Not compressed, method 0, no language, no translated keyword. PNG, 11.3.3.4. */
const uncompressed = Uint8Array.of(0, 0, 0, 0);

/**
 * A PNG with copyright and creation in an XMP chunk after IHDR. A location is not written into a PNG
 * (specification, section 2.4). All other chunks stay, an orientation included.
 */
export const pngWithMetadata = (
  result: ByteSource,
  metadata: PreservedMetadata,
): readonly Piece[] => {
  const packet = xmpPacketOf(metadata);
  if (packet.length === 0) return [copyPiece(0, result.size)];
  const text = concatenated([latin1Bytes(pngXmpKeyword), uncompressed, packet]);
  return withChunk(result, chunkBytes('iTXt', text));
};
