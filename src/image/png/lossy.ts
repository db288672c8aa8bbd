import { bytesOf } from '../bytes.ts';
import type { Wasm } from '../wasm/wasm.ts';
import { lossyRows } from '../wasm/lossy-rows.ts';
import type { StoredPixels } from '../wasm/stored-pixels.ts';
import { chunksOf, requireValidCrc } from './chunks.ts';
import { isTooLarge } from './filtered-rows.ts';
import { pngHeaderOf, type PngHeader } from './header.ts';
import { pngOfRows, quickLevel } from './pixels.ts';

/**
 * A PNG that looks like this picture and takes less space; a lossless encoder of PNGs makes it smaller still. `quality` is
 * 100 (nothing is lost) to 0, of which 18 less double the step that errors are rounded to. `memory` is that for its rows
 * (`lossyRows`).
 */
export const lossyPng = (
  wasm: Wasm,
  picture: StoredPixels,
  quality: number,
  memory?: Uint8Array,
): Uint8Array => pngOfRows(picture, lossyRows(wasm, picture, stepOf(quality), memory), quickLevel);

/** Levels of 256. */
const stepOf = (quality: number): number => 2 ** ((100 - quality) / 18);

/**
 * Whether a lossy PNG is made of a PNG: not of one with a palette or one transparent colour, interlaced, of other than 8
 * bits, or of more than `maxPixelBytes` at 4 bytes a pixel. Its pixels are not looked at.
 * @throws ServiceError `decode_failed` where a chunk is damaged.
 */
export const isLossyPngSource = (bytes: Uint8Array): boolean => {
  const source = bytesOf(bytes);
  let header: PngHeader | undefined;
  let isKnownKind = true;
  for (const chunk of chunksOf(source)) {
    requireValidCrc(chunk, source);
    if (header === undefined) {
      header = pngHeaderOf(chunk, source);
      const { colour, bitDepth, isInterlaced } = header;
      isKnownKind = colour !== 'palette' && bitDepth === 8 && !isInterlaced && !isTooLarge(header);
    } else if (chunk.name === 'tRNS') isKnownKind = false;
  }
  return isKnownKind;
};
