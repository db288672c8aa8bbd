import { bytesPiece, copyPiece, joinedPieces, type ByteSource, type Piece } from '../bytes.ts';
import { orientationExif } from '../exif/write.ts';
import type { ImageFacts } from '../facts.ts';
import { chunkBytes, pngSignature, type PngChunk } from './chunks.ts';
import { hasSoundName, iccpChunk, namedProfileOf } from './named-profile.ts';
import { pngPictureOf, type PngPicture } from './picture-chunks.ts';
import { mostColours, transparencyOf } from './transparency.ts';

/**
 * A PNG or APNG without metadata, bit for bit the same picture, in which every decoder finds what the facts say.
 * Kept: what `pngPictureOf` gives; a profile other than sRGB; and an orientation other than 1, in a minimal eXIf
 * chunk. Chunks of colours come first, since libpng ignores them behind a palette.
 */
export const pngStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const picture = pngPictureOf(source);
  const kept = keptNames(facts);
  const chunks = picture.chunks.filter(({ name }) => kept.has(name));
  const isOfColour = ({ name }: PngChunk): boolean => colours.has(name);
  const [header, ...rest] = chunks.filter((chunk) => !isOfColour(chunk));
  const written = (each: readonly PngChunk[]): readonly Piece[] =>
    each.map((chunk) => writtenPiece(chunk, picture));
  return joinedPieces([
    copyPiece(0, header?.end ?? pngSignature.length),
    ...orientationPieces(facts),
    ...written(chunks.filter(isOfColour)),
    ...written(rest),
  ]);
};

const orientationPieces = ({ orientation }: ImageFacts): readonly Piece[] =>
  orientation === 1 ? [] : [bytesPiece(chunkBytes('eXIf', orientationExif(orientation)))];

const writtenPiece = (chunk: PngChunk, picture: PngPicture): Piece => {
  const replacement = replacementOf(chunk, picture);
  return replacement === undefined ? copyPiece(chunk.offset, chunk.end) : bytesPiece(replacement);
};

/** A chunk that decoders would read differently, as the facts read it. */
const replacementOf = ({ name, data }: PngChunk, picture: PngPicture): Uint8Array | undefined => {
  switch (name) {
    case 'PLTE': {
      const most = mostColours(picture) * 3;
      return data.size > most ? chunkBytes(name, data.read(0, most)) : undefined;
    }
    case 'tRNS':
      return chunkBytes(name, transparencyOf(picture) ?? new Uint8Array(0));
    case 'iCCP': {
      const profile = namedProfileOf(data);
      return profile === undefined || hasSoundName(profile)
        ? undefined
        : iccpChunk(profile.compressed.read(0, data.size));
    }
    case 'IEND':
      return chunkBytes(name, new Uint8Array(0));
    default:
      return undefined;
  }
};

/** The picture itself and its transparency. */
const still = ['IHDR', 'PLTE', 'tRNS', 'sBIT', 'IDAT', 'IEND'];

const animation = ['acTL', 'fcTL', 'fdAT'];

/** Chunks that describe the colours without a profile. */
const codes = ['sRGB', 'cICP'];

/** Chunks for decoders that ignore profiles; a profile overrules them in all others. */
const fallbacks = ['gAMA', 'cHRM'];

const colours: ReadonlySet<string> = new Set([...codes, ...fallbacks, 'iCCP']);

const keptNames = ({ iccProfile, frames, isSingleFrame }: ImageFacts): ReadonlySet<string> => {
  const picture = [...still, ...(frames > 1 || isSingleFrame ? animation : []), ...codes];
  if (iccProfile === 'other') return new Set([...picture, ...fallbacks, 'iCCP']);
  // Without its sRGB profile the picture would be shown by gAMA and cHRM; without these it is sRGB.
  if (iccProfile === 'srgb') return new Set(picture);
  return new Set([...picture, ...fallbacks]);
};
