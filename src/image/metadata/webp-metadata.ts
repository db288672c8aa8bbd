import type { ByteSource, Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf } from '../exif/orientation.ts';
import type { Orientation } from '../facts.ts';
import { bitstreamFactsOf } from '../webp/bitstream.ts';
import {
  bytesChunkPieces,
  chunksOf,
  copiedChunk,
  flagBits,
  webpPieces,
  type WebpChunk,
} from '../webp/chunks.ts';
import { type Canvas, canvasOf, canvasPieces } from '../webp/extended.ts';
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
  const chunks = [...chunksOf(result)];
  const [first] = chunks;
  if (first === undefined) throw decodeFailed('WebP has no image data.');
  const { text: _inExif, ...rights } = metadata.copyright ?? {};
  const exif = exifBlockOf(metadata, orientationIn(chunks));
  const xmp = xmpPacketOf({ copyright: rights });
  const canvas = extendedCanvas(first);
  const kept = canvas.flags & ~(flagBits.EXIF | flagBits.XMP);
  const flags = kept | (exif.length > 0 ? flagBits.EXIF : 0) | (xmp.length > 0 ? flagBits.XMP : 0);
  const body = chunks.filter((chunk) => chunk.name !== 'VP8X' && !isMetadata(chunk));
  return webpPieces([
    ...canvasPieces({ ...canvas, flags }),
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
const extendedCanvas = (first: WebpChunk): Canvas => {
  if (first.name === 'VP8X') return canvasOf(first);
  const { hasAlpha, ...size } = bitstreamFactsOf([first]);
  return { ...size, flags: hasAlpha ? flagBits.ALPHA : 0 };
};

const isMetadata = ({ name }: WebpChunk): boolean => name === 'EXIF' || name === 'XMP ';
