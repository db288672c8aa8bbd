import { concatenated, type ByteSource, type Piece } from '../bytes.ts';
import { containerOf } from '../avif/container.ts';
import { pictureOf } from '../avif/picture.ts';
import { rewrittenPieces } from '../avif/rewrite.ts';
import { xmpContentType } from './blocks.ts';
import { exifBlockOf } from './exif-write.ts';
import type { PreservedMetadata } from './preserved.ts';
import { xmpPacketOf } from './xmp/packet.ts';

/**
 * An AVIF with these metadata: text, date and location in an EXIF item; copyright flag and URL, for which
 * EXIF has no tags, in an XMP item. The picture stays, with its rotation and mirror, which are not part of
 * EXIF here. An item takes 65 to 84 bytes besides its data.
 */
export const avifWithMetadata = (
  result: ByteSource,
  metadata: PreservedMetadata,
): readonly Piece[] => {
  const { text: _inExif, ...rights } = metadata.copyright ?? {};
  const exif = exifBlockOf(metadata, 1);
  const xmp = xmpPacketOf({ copyright: rights });
  const container = containerOf(result);
  return rewrittenPieces(container, pictureOf(container), {
    keeps: () => true,
    descriptions: [
      ...(exif.length === 0 ? [] : [{ type: 'Exif', data: concatenated([noOffset, exif]) }]),
      ...(xmp.length === 0 ? [] : [{ type: 'mime', contentType: xmpContentType, data: xmp }]),
    ],
  });
};

/** Where the TIFF header starts in the block. ISO/IEC 23008-12, A.2.1. */
const noOffset = new Uint8Array(4);
