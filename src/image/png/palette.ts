import type { ByteSource } from '../bytes.ts';
import { chunksOf } from './chunks.ts';

/** Three bytes for each colour. PNG, 11.2.2. */
const fullPaletteBytes = 3 * 256;

/** Whether a PNG has a palette with no room for another colour. Throws `decode_failed` for a damaged one. */
export const hasFullPalette = (png: ByteSource): boolean => {
  for (const { name, data } of chunksOf(png)) {
    if (name === 'PLTE') return data.size === fullPaletteBytes;
    if (name === 'IDAT') return false;
  }
  return false;
};
