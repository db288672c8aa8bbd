import { bytesPiece, copyPiece, viewOf, type Piece } from '../../image/bytes.ts';
import type { Size } from '../../image/rectangle.ts';
import type { Raster } from '../../image/raster.ts';
import { readPlainFile } from '../../plain-files.ts';

/** Length of the header, which has width, height and bands as 32-bit numbers. Source: libvips manual, file format. */
const headerBytes = 64;

type VipsFile = Readonly<{ width: number; height: number; bands: number; data: Buffer }>;

/** An 8-bit picture that libvips wrote in its own format. */
export const rasterIn = (file: Buffer): Raster => {
  const { width, height, bands, data } = vipsFileOf(file);
  return {
    width,
    height,
    bands: bands as Raster['bands'],
    data: data.subarray(0, width * height * bands),
  };
};

/** The lowest value of the last band, from the table that `vips stats` wrote. */
export const lowestOfLastBand = (path: string): number => {
  const { width, height, data } = vipsFileOf(readPlainFile(path));
  return data.readDoubleLE((height - 1) * width * Float64Array.BYTES_PER_ELEMENT);
};

/** Decoded frames of equal size, one below the other. */
export type FrameStrip = Size & Readonly<{ frames: number; bands: 3 | 4 }>;

/** The first bytes of the header, and its number for sRGB. Source: libvips manual, file format. */
const signature = 0x08f2a6b6;
const srgbType = 22;

/** One frame of a strip as the pieces of a file in libvips' own format. */
export const framePieces = (
  { width, height, bands }: FrameStrip,
  frame: number,
): readonly Piece[] => {
  const header = new Uint8Array(headerBytes);
  const view = viewOf(header);
  const fields = [signature, width, height, bands, 8, 0, 0, srgbType];
  for (const [index, field] of fields.entries()) view.setUint32(index * 4, field, true);
  const [pixelsAcross, pixelsDown] = [32, 36];
  for (const offset of [pixelsAcross, pixelsDown]) view.setFloat32(offset, 1, true);
  const frameBytes = width * height * bands;
  return [bytesPiece(header), copyPiece(frame * frameBytes, (frame + 1) * frameBytes)];
};

const vipsFileOf = (file: Buffer): VipsFile => ({
  width: file.readUInt32LE(4),
  height: file.readUInt32LE(8),
  bands: file.readUInt32LE(12),
  data: file.subarray(headerBytes),
});
