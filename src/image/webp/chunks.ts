import {
  bytesPiece,
  concatenated,
  copyPiece,
  hasSignature,
  joinedPieces,
  latin1Bytes,
  latin1Of,
  lengthOf,
  sectionOf,
  viewOf,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

/** The VP8X flags. RFC 9649, 2.7.1. */
export const flagBits = { ICC: 0x20, ALPHA: 0x10, EXIF: 0x08, XMP: 0x04, ANIMATION: 0x02 } as const;

/** "RIFF", size, "WEBP". */
const riffHeaderBytes = 12;

/** One chunk: `[offset, end)` includes name, size and the byte of padding, if there is one. */
export type WebpChunk = Readonly<{
  name: string;
  offset: number;
  end: number;
  data: ByteSource;
}>;

/** Name and size. */
const headerBytes = 8;

/** Most chunks of a file: as many frames last 13 minutes at 25 a second. */
const maxChunks = 20_000;

/**
 * The chunks of a WebP, in order. What follows the container is not part of the image. Throws `decode_failed` for a
 * damaged container, for one that is longer than the file, and at a chunk that does not fit. RFC 9649, 2.4.
 */
export const chunksOf = (source: ByteSource): Generator<WebpChunk> =>
  chunksIn(source, riffHeaderBytes, riffEndOf(source));

const riffEndOf = (source: ByteSource): number => {
  if (!hasSignature(source, 'RIFF') || !hasSignature(source, 'WEBP', 8)) {
    throw decodeFailed('WebP has a damaged RIFF header.');
  }
  const end = headerBytes + viewOf(source.read(4, 4)).getUint32(0, true);
  if (end > source.size) throw decodeFailed('WebP is truncated: its data is not complete.');
  return end;
};

/** Those in `[start, end)`, which is not beyond the source. */
function* chunksIn(source: ByteSource, start: number, end: number): Generator<WebpChunk> {
  let position = start;
  for (let count = 0; position + headerBytes <= end; count += 1) {
    if (count === maxChunks) throw decodeFailed(`WebP has more than ${maxChunks} chunks.`);
    const chunk = chunkAt(source, position, end);
    yield chunk;
    position = chunk.end;
  }
}

const chunkAt = (source: ByteSource, offset: number, limit: number): WebpChunk => {
  const header = source.read(offset, headerBytes);
  const length = viewOf(header).getUint32(4, true);
  const name = latin1Of(header.subarray(0, 4));
  const start = offset + headerBytes;
  if (start + length > limit) throw decodeFailed('WebP has a chunk of impossible size.');
  // Some writers leave out the padding of the last chunk.
  const end = Math.min(start + length + (length % 2), limit);
  return { name, offset, end, data: sectionOf(source, start, length) };
};

/**
 * The chunks of one picture: VP8L, or VP8, which may have an ALPH right before it. Throws `decode_failed` where
 * there are none, and where there are more or others: some decoders take the first of them, and browsers show
 * nothing.
 */
export const pictureChunksOf = (chunks: Iterable<WebpChunk>): readonly WebpChunk[] => {
  const found = [...chunks].filter(isOfPicture);
  const [first, second] = found;
  if (first === undefined) throw decodeFailed('WebP has no image data.');
  const isOne = ['VP8 ', 'VP8L', 'ALPH VP8 '].includes(found.map(({ name }) => name).join(' '));
  if (!isOne || (second !== undefined && first.end !== second.offset)) {
    throw decodeFailed('WebP has image data of more than one picture.');
  }
  return found;
};

/** Whether it holds colours or alpha. */
export const isOfPicture = ({ name }: WebpChunk): boolean =>
  name === 'ALPH' || name === 'VP8 ' || name === 'VP8L';

/** Position and size, duration, flags: the header of an ANMF frame before its own chunks. */
export const frameHeaderBytes = 16;

/**
 * The chunks inside an ANMF frame. Throws `decode_failed` at a chunk that does not fit, and where they do not start
 * with the picture, which readers require.
 */
export const frameChunksOf = (source: ByteSource, frame: WebpChunk): readonly WebpChunk[] => {
  const start = frame.offset + headerBytes;
  const chunks = [...chunksIn(source, start + frameHeaderBytes, start + frame.data.size)];
  if (!chunks.slice(0, 1).every(isOfPicture)) throw decodeFailed('WebP has a damaged frame.');
  return chunks;
};

/** A piece that copies the first `length` bytes of a chunk's data. */
export const copiedData = (chunk: WebpChunk, length: number): Piece =>
  copyPiece(chunk.offset + headerBytes, chunk.offset + headerBytes + length);

/** Pieces that copy a chunk, padded to an even length. */
export const copiedChunk = ({ offset, end }: WebpChunk): readonly Piece[] => [
  copyPiece(offset, end),
  ...paddingPieces(end - offset),
];

/** A file of these chunks. */
export const webpPieces = (chunks: readonly Piece[]): readonly Piece[] =>
  joinedPieces(chunkPieces('RIFF', [bytesPiece(latin1Bytes('WEBP')), ...chunks]));

/** A chunk made of `data`, which must have an even length, as pieces. */
export const chunkPieces = (name: string, data: readonly Piece[]): readonly Piece[] => [
  headerPiece(name, lengthOf(data)),
  ...data,
];

/** A chunk of bytes, padded to an even length, which its size does not count. */
export const bytesChunkPieces = (name: string, data: Uint8Array): readonly Piece[] => [
  headerPiece(name, data.length),
  bytesPiece(data),
  ...paddingPieces(data.length),
];

const headerPiece = (name: string, length: number): Piece => {
  const size = new Uint8Array(4);
  viewOf(size).setUint32(0, length, true);
  return bytesPiece(concatenated([latin1Bytes(name), size]));
};

const paddingPieces = (length: number): readonly Piece[] =>
  length % 2 === 0 ? [] : [bytesPiece(Uint8Array.of(0))];
