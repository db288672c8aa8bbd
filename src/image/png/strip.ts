import { bytesPiece, copyPiece, joinedPieces, type ByteSource, type Piece } from '../bytes.ts';
import { orientationExif } from '../exif/orientation.ts';
import type { ImageFacts } from '../facts.ts';
import { chunkBytes, chunksOf, pngSignature } from './chunks.ts';

/**
 * A PNG or APNG without metadata, bit for bit the same picture: texts, times, unknown chunks and
 * everything behind IEND go, a profile stays where it matters, and an orientation other than 1 in a
 * minimal eXIf chunk.
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

/** How to read its colours without a profile. */
const colour = ['sRGB', 'cICP'];

/** Stand-ins for readers that do not know the profile, and overruled by it in all others. */
const fallbackColour = ['gAMA', 'cHRM'];

const keptNames = ({ iccProfile }: ImageFacts): ReadonlySet<string> => {
  if (iccProfile === 'other') return new Set([...picture, ...colour, ...fallbackColour, 'iCCP']);
  // Without its sRGB profile the picture would go by gAMA and cHRM; without them it is taken as sRGB.
  if (iccProfile === 'srgb') return new Set([...picture, ...colour]);
  return new Set([...picture, ...colour, ...fallbackColour]);
};
