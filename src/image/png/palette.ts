import type { ByteSource } from '../bytes.ts';
import { chunksOf } from './chunks.ts';

/** The most colours that a palette has. PNG, 11.2.2. */
export const maxColours = 256;

/** The number of colours in the palette of a PNG; undefined without one. Throws `decode_failed` for a damaged one. */
export const paletteColours = (png: ByteSource): number | undefined => {
  for (const { name, data } of chunksOf(png)) {
    if (name === 'PLTE') return data.size / 3;
    if (name === 'IDAT') return undefined;
  }
  return undefined;
};
