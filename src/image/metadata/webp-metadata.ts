import { bytesPiece, latin1Bytes, type ByteSource, type Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf } from '../exif/orientation.ts';
import type { Orientation } from '../facts.ts';
import { bitstreamFactsOf } from '../webp/bitstream.ts';
import {
  bytesChunkPieces,
  chunkPieces,
  chunksOf,
  copiedChunk,
  flagBits,
  riffHeaderBytes,
  riffEndOf,
  type WebpChunk,
} from '../webp/chunks.ts';
import { canvasBytes, canvasDataOf, canvasOf } from '../webp/extended.ts';
import { exifBlockOf } from './exif-write.ts';
import type { PreservedMetadata } from './preserved.ts';
import { xmpPacketOf } from './xmp/packet.ts';

/**
 * A WebP with these metadata: text, date and location in an EXIF chunk, which also takes over the
 * orientation of an existing one; copyright flag and URL, for which EXIF has no tags, in an XMP chunk.
 * A file in the simple form becomes an extended one; frames, alpha, profile and canvas stay.
 */
export const webpWithMetadata = (
  result: ByteSource,
  metadata: PreservedMetadata,
): readonly Piece[] => {
  const chunks = [...chunksOf(result, riffHeaderBytes, riffEndOf(result))];
  const [first] = chunks;
  if (first === undefined) throw decodeFailed('WebP has no image data.');
  const { text: _inExif, ...rights } = metadata.copyright ?? {};
  const exif = exifBlockOf(metadata, orientationIn(chunks));
  const xmp = xmpPacketOf({ copyright: rights });
  const header = extendedHeader(first);
  const kept = (header[0] ?? 0) & ~(flagBits.EXIF | flagBits.XMP);
  header[0] = kept | (exif.length > 0 ? flagBits.EXIF : 0) | (xmp.length > 0 ? flagBits.XMP : 0);
  const body = chunks.filter((chunk) => chunk.name !== 'VP8X' && !isMetadata(chunk));
  return chunkPieces('RIFF', [
    bytesPiece(latin1Bytes('WEBP')),
    ...bytesChunkPieces('VP8X', header),
    ...body.flatMap(copiedChunk),
    ...(exif.length > 0 ? bytesChunkPieces('EXIF', exif) : []),
    ...(xmp.length > 0 ? bytesChunkPieces('XMP ', xmp) : []),
  ]);
};

/** Decoders apply the orientation only where a flag announces EXIF. */
const orientationIn = (chunks: readonly WebpChunk[]): Orientation => {
  const [first] = chunks;
  const isFlagged = first?.name === 'VP8X' && (canvasOf(first).flags & flagBits.EXIF) !== 0;
  const exif = isFlagged ? chunks.find(({ name }) => name === 'EXIF') : undefined;
  return exif === undefined ? 1 : orientationOf(exif.data);
};

/** The contents of the VP8X chunk; for a file in the simple form, new ones made from its bitstream. */
const extendedHeader = (first: WebpChunk): Uint8Array => {
  if (first.name === 'VP8X') return Uint8Array.from(first.data.read(0, canvasBytes));
  const { width, height, hasAlpha } = bitstreamFactsOf([first]);
  return canvasDataOf({ flags: hasAlpha ? flagBits.ALPHA : 0, width, height });
};

const isMetadata = ({ name }: WebpChunk): boolean => name === 'EXIF' || name === 'XMP ';
