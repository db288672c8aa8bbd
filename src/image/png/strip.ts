import { bytesPiece, copyPiece, joinedPieces, type ByteSource, type Piece } from '../bytes.ts';
import { orientationExif } from '../exif/orientation.ts';
import type { ImageFacts } from '../facts.ts';
import { chunkBytes, chunksOf, pngSignature } from './chunks.ts';

/**
 * A PNG or APNG without metadata, bit for bit the same picture. Removed: texts, times, unknown chunks,
 * everything after IEND. Kept: a profile other than sRGB, and an orientation other than 1, in a minimal
 * eXIf chunk.
 */
export const pngStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const kept = keptNames(facts);
  const pieces: Piece[] = [copyPiece(0, pngSignature.length)];
  for (const { name, offset, end } of chunksOf(source)) {
    if (kept.has(name)) pieces.push(copyPiece(offset, end));
    if (name === 'IHDR' && facts.orientation !== 1) {
      pieces.push(bytesPiece(chunkBytes('eXIf', orientationExif(facts.orientation))));
    }
  }
  return joinedPieces(pieces);
};

/** The picture itself, its transparency and its animation. */
const picture = ['IHDR', 'PLTE', 'tRNS', 'sBIT', 'IDAT', 'IEND', 'acTL', 'fcTL', 'fdAT'];

/** Chunks that describe the colours without a profile. */
const colour = ['sRGB', 'cICP'];

/** Chunks for decoders that ignore profiles; a profile overrules them in all others. */
const fallbackColour = ['gAMA', 'cHRM'];

const keptNames = ({ iccProfile }: ImageFacts): ReadonlySet<string> => {
  if (iccProfile === 'other') return new Set([...picture, ...colour, ...fallbackColour, 'iCCP']);
  // Without its sRGB profile the picture would be shown by gAMA and cHRM; without these it is sRGB.
  if (iccProfile === 'srgb') return new Set([...picture, ...colour]);
  return new Set([...picture, ...colour, ...fallbackColour]);
};
