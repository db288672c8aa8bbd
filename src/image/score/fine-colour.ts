import type { Wasm } from '../wasm/wasm.ts';
import { hasTransparency, rowReader, type StoredPixels } from '../wasm/stored-pixels.ts';

/**
 * The number of pixels whose colour, apart from brightness, is gone when it is kept for every second column
 * and row alone, as in most JPEGs and all lossy WebPs: in the cell of 32x32 pixels that has the most. All
 * pixels are looked at, since a label in a large photograph is a small part of it. 0 for grey pictures, and
 * for transparent ones, whose colour each encoder halves in its own way.
 *
 * It needs no encoder. A pixel counts that differs from all four halved ones around it: of these a decoder
 * makes its colour. The edge of a wide area does not count, for its colour is still there beside it.
 */
export const fineColourOf = (wasm: Wasm, pixels: StoredPixels): number => {
  if (isGrey(pixels) || hasTransparency(wasm, pixels)) return 0;
  wasm.openFineColour(pixels.width);
  const read = rowReader(wasm, pixels, 0);
  for (let y = 0; y < pixels.height; y++) {
    read(y);
    wasm.addFineColour();
  }
  return wasm.mostFineColour();
};

const isGrey = ({ bands, palette }: StoredPixels): boolean => bands < 3 && palette === undefined;
