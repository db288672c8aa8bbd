import { avifStrippedPieces } from './avif/strip.ts';
import { pagedSource, type ByteSource, type Piece } from './bytes.ts';
import type { ImageFacts, SourceMediaType } from './facts.ts';
import { jpegStrippedPieces } from './jpeg/strip.ts';
import { pngStrippedPieces } from './png/strip.ts';
import { webpStrippedPieces } from './webp/strip.ts';

type StrippedPieces = (source: ByteSource, facts: ImageFacts) => readonly Piece[];

const strippers: Readonly<Record<SourceMediaType, StrippedPieces>> = {
  'image/avif': avifStrippedPieces,
  'image/jpeg': jpegStrippedPieces,
  'image/png': pngStrippedPieces,
  'image/webp': webpStrippedPieces,
};

/**
 * The file without metadata and with the same pixels, bit for bit. What the picture needs to look right
 * stays: a colour profile other than sRGB, and the orientation. `facts` must be those of `source`.
 * Throws `decode_failed` for damage that reading the facts did not find.
 */
export const strippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] =>
  strippers[facts.mediaType](pagedSource(source), facts);
