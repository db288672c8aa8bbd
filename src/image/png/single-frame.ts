import { crc32 } from 'node:zlib';
import {
  bytesPiece,
  concatenated,
  copyPiece,
  joinedPieces,
  latin1Bytes,
  uintBytes,
  viewOf,
  type ByteSource,
  type Piece,
} from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { isSameSize, type Size } from '../rectangle.ts';
import { chunksOf, pngSignature, requireValidCrc, type PngChunk } from './chunks.ts';

/** What a browser shows of an APNG of one frame. */
type SingleFrame =
  /** Its default image: it is the frame, or the frame is damaged. */
  | 'default'
  /** Its frame, which covers the picture. */
  | 'separate'
  /** Its frame, which is a part of the picture. */
  | 'partial';

/** Sequence number, width, height, x, y, then duration, disposal and blending. APNG 1.0. */
const fctlBytes = 26;

/**
 * What a browser shows of an APNG with one frame. The frame is the default image where its fcTL chunk
 * comes before the image data, and a separate picture where it comes after. PNG (third edition), 4.9.
 */
export const singleFrameOf = (chunks: readonly PngChunk[], canvas: Size): SingleFrame => {
  const control = chunks.findIndex(({ name }) => name === 'fcTL');
  const image = chunks.findIndex(({ name }) => name === 'IDAT');
  const data = chunks.findIndex(({ name }) => name === 'fdAT');
  const fcTL = chunks[control]?.data;
  if (fcTL?.size !== fctlBytes || control < image || data < control) return 'default';
  const view = viewOf(fcTL.read(0, fctlBytes));
  const [width, height, x, y] = [4, 8, 12, 16].map((offset) => view.getUint32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const isInside = x + width <= canvas.width && y + height <= canvas.height;
  if (width === 0 || height === 0 || !isInside) return 'default';
  return isSameSize({ width, height }, canvas) ? 'separate' : 'partial';
};

/**
 * An APNG whose only frame is `separate` as a plain PNG of that frame; its other chunks stay. Throws
 * `decode_failed` for a damaged frame.
 */
export const pngSingleFramePieces = (source: ByteSource): readonly Piece[] => {
  const pieces: Piece[] = [copyPiece(0, pngSignature.length)];
  for (const chunk of chunksOf(source)) {
    if (chunk.name === 'fdAT') pieces.push(...imageDataPieces(chunk, source));
    else if (!['acTL', 'fcTL', 'IDAT'].includes(chunk.name)) {
      pieces.push(copyPiece(chunk.offset, chunk.end));
    }
  }
  return joinedPieces(pieces);
};

const sequenceBytes = 4;
const headerBytes = 8;

/** The data of a frame as that of an image: without the sequence number. */
const imageDataPieces = (chunk: PngChunk, source: ByteSource): readonly Piece[] => {
  const { data, offset } = chunk;
  if (data.size < sequenceBytes) throw decodeFailed('PNG has a damaged fdAT chunk.');
  requireValidCrc(chunk, source);
  const name = latin1Bytes('IDAT');
  const content = data.read(sequenceBytes, data.size);
  const start = offset + headerBytes + sequenceBytes;
  return [
    bytesPiece(concatenated([uintBytes(4, content.length), name])),
    copyPiece(start, start + content.length),
    bytesPiece(uintBytes(4, crc32(content, crc32(name)))),
  ];
};
