import type { StoredPixels } from '../../kernels/stored-pixels.ts';
import { storedRows } from '../../kernels/stored-rows.ts';
import { type IndexedPixels, indexedPixels } from '../indexed-pixels.ts';
import { maxColours } from '../palette.ts';
import { alphaOfShadow, isShadow, type Shadow, shadowColourOf, shadowColours } from './shadow.ts';

/**
 * Pixels with two palettes in one: the shadow's own, and that of `rest`, which was made of `source` without its shadow.
 * @throws Error where the rest has no palette, or too many colours.
 */
export const withShadow = (
  rest: StoredPixels,
  source: StoredPixels,
  shadow: Shadow,
): IndexedPixels => {
  const { width, height, bands } = source;
  const first = shadowColours(shadow);
  const rows = new Uint8Array((width + 1) * height);
  const [colours, indices] = [storedRows(source), storedRows(rest)];
  let last = first - 1;
  for (let y = 0; y < height; y++) {
    const [row, others] = [colours(y), indices(y)];
    const to = y * (width + 1) + 1;
    for (let x = 0, at = 0; x < width; x++, at += bands) {
      const index = isShadow(shadow, row, at)
        ? shadowColourOf(row[at + bands - 1]!)
        : first + others[x]!;
      if (index > last) last = index;
      rows[to + x] = index;
    }
  }
  if (rest.palette === undefined || last >= maxColours) throw new Error('no room for a shadow');
  const others = rest.palette.subarray(0, (last + 1 - first) * 4);
  return indexedPixels(source, Uint8Array.from([...paletteOf(shadow), ...others]), rows);
};

const paletteOf = (shadow: Shadow): readonly number[] => {
  const [red = 0, green = red, blue = red] = shadow.colour;
  return Array.from({ length: shadowColours(shadow) }, (_, index) => [
    ...[red, green, blue, alphaOfShadow(index)],
  ]).flat();
};
