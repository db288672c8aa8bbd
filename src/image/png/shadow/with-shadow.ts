import type { StoredPixels } from '../../wasm/stored-pixels.ts';
import { storedRows } from '../../wasm/stored-rows.ts';
import { partOf } from '../../wasm/visible-box.ts';
import { isSameSize, type Rectangle, type Size } from '../../rectangle.ts';
import { withExactEnds } from '../ends/exact-ends.ts';
import { type IndexedPixels, indexedPixels } from '../indexed-pixels.ts';
import { maxColours } from '../palette.ts';
import { errorOf, levelsOf } from '../repeats/errors.ts';
import { alphaOfShadow, isShadow, type Shadow, shadowColourOf, shadowColours } from './shadow.ts';

/**
 * Pixels with two palettes in one: the shadow's own, and that of `rest`, which was made of `source` by `withoutShadow`.
 * What is clear or opaque is so exactly (`withExactEnds`).
 * @throws Error where the rest has no palette, or too many colours.
 */
export const withShadow = (
  rest: StoredPixels,
  source: StoredPixels,
  shadow: Shadow,
): IndexedPixels => {
  const part = partOf(source, shadow.part);
  const both = withBoth(rest, part, shadow);
  return inPlace(withExactEnds(both, part) ?? both, source, shadow.part);
};

const withBoth = (rest: StoredPixels, part: StoredPixels, shadow: Shadow): IndexedPixels => {
  const { width, height, bands } = part;
  if (rest.palette === undefined) throw new Error('no room for a shadow without a palette');
  const first = shadowColours(shadow);
  const nearer = nearerColour(rest.palette, shadow, bands);
  const rows = new Uint8Array((width + 1) * height);
  const [colours, indices] = [storedRows(part), storedRows(rest)];
  let last = first - 1;
  for (let y = 0; y < height; y++) {
    const [row, others] = [colours(y), indices(y)];
    const to = y * (width + 1) + 1;
    for (let x = 0, at = 0; x < width; x++, at += bands) {
      const index = isShadow(shadow, row, at)
        ? shadowColourOf(row[at + bands - 1]!)
        : (nearer(row, at, others[x]!) ?? first + others[x]!);
      if (index > last) last = index;
      rows[to + x] = index;
    }
  }
  if (last >= maxColours) throw new Error('no room for a shadow');
  const others = rest.palette.subarray(0, (last + 1 - first) * 4);
  return indexedPixels(part, Uint8Array.from([...paletteOf(shadow), ...others]), rows);
};

/**
 * Finds the colour of the shadow that is nearer to a pixel between clear and opaque than the one it has in another
 * palette; undefined where none is. Faint edges have few pixels, for which that palette mostly has no colour.
 */
const nearerColour = (palette: Uint8Array, shadow: Shadow, bands: number) => {
  const [own, others] = [levelsOf(Uint8Array.from(paletteOf(shadow))), levelsOf(palette)];
  const last = shadowColours(shadow) - 1;
  const wanted = new Float64Array(4);
  return (row: Uint8Array, at: number, other: number): number | undefined => {
    const alpha = row[at + bands - 1]!;
    if (alpha === 0 || alpha === 255) return undefined;
    for (let band = 0; band < 3; band++) {
      wanted[band] = (row[at + Math.min(band, bands - 2)]! * alpha) / 255;
    }
    wanted[3] = alpha;
    let least = errorOf(wanted, 0, others, other);
    // The error of a colour whose alpha is further off is larger.
    const reach = 2 * Math.sqrt(least);
    const end = Math.min(last, shadowColourOf(alpha + reach));
    let nearest: number | undefined;
    for (let colour = shadowColourOf(Math.max(1, alpha - reach)); colour <= end; colour++) {
      const error = errorOf(wanted, 0, own, colour);
      if (error < least) [nearest, least] = [colour, error];
    }
    return nearest;
  };
};

/** Around a part that is not the whole is what is clear, and some of that is in the part. */
const inPlace = (part: IndexedPixels, { width, height }: Size, place: Rectangle): IndexedPixels => {
  if (isSameSize(place, { width, height })) return part;
  const { colours, copy } = part;
  const clear = colours.findIndex((level, at) => at % 4 === 3 && level === 0) >> 2;
  const rows = new Uint8Array((width + 1) * height).fill(clear);
  for (let y = 0; y < height; y++) {
    const from = y * (width + 1);
    rows[from] = 0;
    const row = y - place.top;
    if (row >= 0 && row < place.height) copy(0, row, place.width, rows, from + 1 + place.left);
  }
  return indexedPixels({ width, height }, colours, rows);
};

const paletteOf = (shadow: Shadow): readonly number[] => {
  const [red = 0, green = red, blue = red] = shadow.colour;
  return Array.from({ length: shadowColours(shadow) }, (_, index) => [
    ...[red, green, blue, alphaOfShadow(index)],
  ]).flat();
};
