import { lengthOf, type ByteSource, type Piece } from '../bytes.ts';
import { orientationExif } from '../exif/write.ts';
import type { ImageFacts } from '../facts.ts';
import {
  bytesChunkPieces,
  chunkPieces,
  chunksOf,
  copiedChunk,
  copiedData,
  flagBits,
  frameHeaderBytes,
  frameChunksOf,
  pictureChunksOf,
  webpPieces,
  type WebpChunk,
} from './chunks.ts';
import { bitstreamFactsOf } from './bitstream.ts';
import { canvasOf, canvasPieces } from './extended.ts';

/**
 * A WebP without metadata, bit for bit the same picture. Removed: EXIF, XMP, unknown chunks, alpha that is not
 * shown, everything after the container. Kept: a profile other than sRGB, and an orientation
 * other than 1, in a minimal EXIF chunk. A still image that no longer needs a VP8X header gets the simple form.
 */
export const webpStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const [first] = chunksOf(source);
  return webpPieces(
    first?.name === 'VP8X'
      ? extendedPieces(source, facts, first)
      : picturePieces(first === undefined ? [] : [first], facts),
  );
};

const extendedPieces = (
  source: ByteSource,
  facts: ImageFacts,
  header: WebpChunk,
): readonly Piece[] => {
  const [, ...chunks] = chunksOf(source);
  const canvas = canvasOf(header);
  const { flags: said } = canvas;
  const isAnimation = (said & flagBits.ANIMATION) !== 0;
  const picture = isAnimation ? [] : shownChunks(chunks, facts);
  const profile = profilePieces(chunks, facts);
  const orientation = orientationPieces(facts);
  const isBare = picture.length === 1 && profile.length === 0 && orientation.length === 0;
  // Without the flag of the header, nothing but its own header would tell the alpha of a VP8L.
  const isPlain = isBare && bitstreamFactsOf(picture).hasAlpha === facts.hasAlpha;
  const body = isAnimation ? animationPieces(source, chunks, facts) : picture.flatMap(copiedChunk);
  if (isPlain) return body;

  const flags = [
    // Frames of an opaque animation may have alpha, by which parts are drawn over what is there.
    isAnimation ? said & (flagBits.ANIMATION | flagBits.ALPHA) : 0,
    facts.hasAlpha ? flagBits.ALPHA : 0,
    profile.length > 0 ? flagBits.ICC : 0,
    orientation.length > 0 ? flagBits.EXIF : 0,
  ].reduce((all, flag) => all | flag);
  return [...canvasPieces({ ...canvas, flags }), ...profile, ...body, ...orientation];
};

const profilePieces = (chunks: readonly WebpChunk[], facts: ImageFacts): readonly Piece[] => {
  const profile = chunks.find(({ name }) => name === 'ICCP');
  return facts.iccProfile === 'other' && profile !== undefined ? copiedChunk(profile) : [];
};

const orientationPieces = ({ orientation }: ImageFacts): readonly Piece[] =>
  orientation === 1 ? [] : bytesChunkPieces('EXIF', orientationExif(orientation));

const animationPieces = (
  source: ByteSource,
  chunks: readonly WebpChunk[],
  facts: ImageFacts,
): readonly Piece[] => {
  const parameters = chunks.find(({ name }) => name === 'ANIM');
  return chunks.flatMap((chunk) => {
    if (chunk.name === 'ANMF') return framePieces(source, chunk, facts);
    return chunk === parameters ? copiedChunk(chunk) : [];
  });
};

/** A frame without its unknown chunks; copied as a whole where it has none. */
const framePieces = (source: ByteSource, frame: WebpChunk, facts: ImageFacts): readonly Piece[] => {
  const cleaned = chunkPieces('ANMF', [
    copiedData(frame, frameHeaderBytes),
    ...picturePieces(frameChunksOf(source, frame), facts),
  ]);
  return lengthOf(cleaned) === frame.end - frame.offset ? copiedChunk(frame) : cleaned;
};

const picturePieces = (chunks: readonly WebpChunk[], facts: ImageFacts): readonly Piece[] =>
  shownChunks(chunks, facts).flatMap(copiedChunk);

const shownChunks = (
  chunks: readonly WebpChunk[],
  { hasAlpha, frames }: ImageFacts,
): readonly WebpChunk[] =>
  pictureChunksOf(chunks).filter(({ name }) => hasAlpha || frames > 1 || name !== 'ALPH');
