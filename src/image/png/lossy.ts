import { bytesOf } from '../bytes.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { lossyRows } from '../kernels/lossy-rows.ts';
import type { StoredPixels } from '../kernels/stored-pixels.ts';
import { chunksOf, requireValidCrc } from './chunks.ts';
import { pngHeaderOf, type PngHeader } from './header.ts';
import { pngOfRows } from './pixels.ts';
import { storedPng } from './stored-png.ts';

/**
 * A PNG that looks like this one and takes less space, of the same kind; a lossless encoder of PNGs makes
 * it smaller still. `quality` is 100 (nothing is lost) to 0, of which 18 less double the step that errors
 * are rounded to. Undefined for kinds that it does not read: with a palette or one transparent colour,
 * interlaced, of other than 8 bits, or of more than `maxBytes` at 4 bytes a pixel.
 * @throws ServiceError `decode_failed` for a damaged PNG.
 */
export const lossyPng = (
  kernels: Kernels,
  bytes: Uint8Array,
  quality: number,
  maxBytes: number,
): Uint8Array | undefined => {
  if (!isLossyPngSource(bytes, maxBytes)) return undefined;
  return lossyPngOf(kernels, storedPng(kernels, bytes, maxBytes), quality);
};

/** The same of its pixels. */
export const lossyPngOf = (kernels: Kernels, picture: StoredPixels, quality: number): Uint8Array =>
  pngOfRows(picture, lossyRows(kernels, picture, stepOf(quality)), quickLevel);

/** Another encoder compresses the result. What it makes of it depends on its filters alone. */
const quickLevel = 1;

/** Levels of 256. */
const stepOf = (quality: number): number => 2 ** ((100 - quality) / 18);

/**
 * Whether a PNG is of a kind that `lossyPng` reads. Its pixels are not looked at.
 * @throws ServiceError `decode_failed` where a chunk is damaged.
 */
export const isLossyPngSource = (bytes: Uint8Array, maxBytes: number): boolean => {
  const source = bytesOf(bytes);
  let header: PngHeader | undefined;
  let isKnownKind = true;
  for (const chunk of chunksOf(source)) {
    requireValidCrc(chunk, source);
    if (header === undefined) {
      header = pngHeaderOf(chunk, source);
      const { width, height, colour, bitDepth, isInterlaced } = header;
      isKnownKind = colour !== 'palette' && bitDepth === 8 && !isInterlaced;
      isKnownKind &&= width * height * 4 <= maxBytes;
    } else if (chunk.name === 'tRNS') isKnownKind = false;
  }
  return isKnownKind;
};
