import {
  bytesPiece,
  joinedPieces,
  latin1Bytes,
  lengthOf,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { orientationExif } from '../exif/orientation.ts';
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
  riffHeaderBytes,
  riffEndOf,
  type WebpChunk,
} from './chunks.ts';
import { canvasBytes, canvasOf } from './extended.ts';

/**
 * A WebP without metadata, bit for bit the same picture. Removed: EXIF, XMP, unknown chunks, everything
 * after the container. Kept: a profile other than sRGB, and an orientation other than 1, in a minimal
 * EXIF chunk. A still image that no longer needs a VP8X header gets the simple form.
 */
export const webpStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const contents = [bytesPiece(latin1Bytes('WEBP')), ...contentPieces(source, facts)];
  return joinedPieces(chunkPieces('RIFF', contents));
};

const contentPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const end = riffEndOf(source);
  const [first] = chunksOf(source, riffHeaderBytes, end);
  return first?.name === 'VP8X'
    ? extendedPieces(source, facts, first, end)
    : picturePieces(first === undefined ? [] : [first]);
};

const extendedPieces = (
  source: ByteSource,
  facts: ImageFacts,
  header: WebpChunk,
  end: number,
): readonly Piece[] => {
  const chunks = [...chunksOf(source, header.end, end)];
  const kept = canvasOf(header).flags & (flagBits.ALPHA | flagBits.ANIMATION);
  const isAnimation = (kept & flagBits.ANIMATION) !== 0;
  const picture = isAnimation ? [] : pictureChunksOf(chunks);
  const profile = profilePieces(chunks, facts);
  const orientation = orientationPieces(facts);
  const isPlain = picture.length === 1 && profile.length === 0 && orientation.length === 0;
  if (isPlain) return picture.flatMap(copiedChunk);

  const flags =
    kept | (profile.length > 0 ? flagBits.ICC : 0) | (orientation.length > 0 ? flagBits.EXIF : 0);
  const body = isAnimation ? animationPieces(source, chunks) : picture.flatMap(copiedChunk);
  return [...headerPieces(header, flags), ...profile, ...body, ...orientation];
};

const profilePieces = (chunks: readonly WebpChunk[], facts: ImageFacts): readonly Piece[] => {
  const profile = chunks.find(({ name }) => name === 'ICCP');
  return facts.iccProfile === 'other' && profile !== undefined ? copiedChunk(profile) : [];
};

const orientationPieces = ({ orientation }: ImageFacts): readonly Piece[] =>
  orientation === 1 ? [] : bytesChunkPieces('EXIF', orientationExif(orientation));

const animationPieces = (source: ByteSource, chunks: readonly WebpChunk[]): readonly Piece[] =>
  chunks.flatMap((chunk) => {
    if (chunk.name === 'ANMF') return framePieces(source, chunk);
    return chunk.name === 'ANIM' ? copiedChunk(chunk) : [];
  });

/** A frame without its unknown chunks; copied as a whole where it has none. */
const framePieces = (source: ByteSource, frame: WebpChunk): readonly Piece[] => {
  const cleaned = chunkPieces('ANMF', [
    copiedData(frame, frameHeaderBytes),
    ...picturePieces(frameChunksOf(source, frame)),
  ]);
  return lengthOf(cleaned) === frame.end - frame.offset ? copiedChunk(frame) : cleaned;
};

const picturePieces = (chunks: Iterable<WebpChunk>): readonly Piece[] =>
  pictureChunksOf(chunks).flatMap(copiedChunk);

/** The VP8X chunk with new flags and the same canvas. */
const headerPieces = (header: WebpChunk, flags: number): readonly Piece[] => {
  const data = Uint8Array.from(header.data.read(0, canvasBytes));
  data.set([flags, 0, 0, 0]);
  return bytesChunkPieces('VP8X', data);
};
