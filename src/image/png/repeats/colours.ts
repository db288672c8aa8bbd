import type { Wasm } from '../../wasm/wasm.ts';
import { filteredRowsOf, hasFilters } from '../filtered-rows.ts';
import { palettePng } from '../pixels.ts';
import { repeatedIndices } from './indices.ts';

/**
 * A PNG with a palette that looks like this one and takes less space: where pixels resemble those of an
 * earlier place, they take the colours of that place, which deflate stores as a repetition. `coarseness` is
 * the error that one bit less is worth, in squared levels. Undefined for kinds that it does not read: without
 * a palette, with less than 8 bits a pixel, with filters, interlaced, or of more than `maxPixelBytes` at 4 bytes a
 * pixel. The idea is that of the option --lossy of gifsicle.
 * @throws ServiceError `decode_failed` for a damaged PNG, and for kinds that only sources are; RangeError where the memory
 * of the pixel loops does not suffice.
 */
export const withRepeatedColours = (
  wasm: Wasm,
  bytes: Uint8Array,
  coarseness: number,
): Uint8Array | undefined => {
  const picture = filteredRowsOf(bytes);
  const { bitDepth, palette } = picture;
  if (palette === undefined || bitDepth < 8 || hasFilters(picture)) return undefined;
  return palettePng(picture, palette, repeatedIndices(wasm, picture, palette, coarseness));
};
