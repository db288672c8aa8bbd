import { viewOf, type Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { bytesChunkPieces, frameHeaderBytes, type WebpChunk } from './chunks.ts';

/** The contents of VP8X. Pixels. */
export type Canvas = Readonly<{ flags: number; width: number; height: number }>;

const canvasBytes = 10;

/** The contents of a VP8X chunk. Throws `decode_failed` when it is too short. */
export const canvasOf = ({ data }: WebpChunk): Canvas => {
  const view = viewOf(data.read(0, canvasBytes));
  if (view.byteLength < canvasBytes) throw decodeFailed('WebP has a damaged VP8X header.');
  return { flags: view.getUint8(0), width: uint24At(view, 4) + 1, height: uint24At(view, 7) + 1 };
};

/** A VP8X chunk. */
export const canvasPieces = ({ flags, width, height }: Canvas): readonly Piece[] => {
  const sides = [width - 1, height - 1].flatMap((side) => [side, side >> 8, side >> 16]);
  return bytesChunkPieces('VP8X', Uint8Array.of(flags, 0, 0, 0, ...sides));
};

const uint24At = (view: DataView, offset: number): number =>
  view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);

/** What an ANMF frame states; sides and place in pixels. */
export type FrameBox = Readonly<{
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its place becomes transparent before the next frame. */
  isDisposed: boolean;
  /** What is below its transparent pixels stays. */
  isBlended: boolean;
}>;

/** Of an ANMF frame. Throws `decode_failed` when it is not within the canvas. */
export const frameBoxOf = ({ data }: WebpChunk, canvas: Canvas): FrameBox => {
  const view = viewOf(data.read(0, frameHeaderBytes));
  if (view.byteLength < frameHeaderBytes) throw decodeFailed('WebP has a damaged frame header.');
  const [x, y] = [uint24At(view, 0) * 2, uint24At(view, 3) * 2];
  const [width, height] = [uint24At(view, 6) + 1, uint24At(view, 9) + 1];
  if (x + width > canvas.width || y + height > canvas.height) {
    throw decodeFailed('WebP has a frame outside of its canvas.');
  }
  const flags = view.getUint8(15);
  return { x, y, width, height, isDisposed: (flags & 1) !== 0, isBlended: (flags & 2) === 0 };
};
