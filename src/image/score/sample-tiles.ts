import type { Rectangle } from '../rectangle.ts';
import type { Wasm } from '../wasm/wasm.ts';
import { readRows, type StoredPixels } from '../wasm/stored-pixels.ts';

/** Side of a tile. A multiple of 16, so that tiles fall on the blocks of every codec. */
const side = 128;
/** Tiles in each row and column once they are joined. */
const across = 4;
const tileCount = across * across;
/** Tiles are taken only of a picture at least this many times larger than they are together. */
const worthwhile = 1.6;

/**
 * The parts of a large picture that together stand for all of it: 16 tiles of 128x128, one from the
 * middle of each sixteenth of all tiles when these are sorted by their activity. Undefined for a
 * picture below about 0.42 megapixels, and for one too narrow: measure these as a whole. The same
 * picture always gives the same tiles.
 */
export const sampleTilesOf = (
  wasm: Wasm,
  pixels: StoredPixels,
): readonly Rectangle[] | undefined => {
  const { width, height } = pixels;
  const columns = Math.floor(width / side);
  const rows = Math.floor(height / side);
  const isSmall = width * height <= tileCount * side * side * worthwhile;
  if (isSmall || columns * rows <= tileCount) return undefined;
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const left = (index % columns) * side;
    const top = Math.floor(index / columns) * side;
    return { left, top, width: side, height: side };
  });
  const activities = activitiesOf(wasm, pixels, tiles.length);
  const sorted = tiles
    .map((tile, index) => ({ tile, activity: activities[index]! }))
    .toSorted((one, other) => one.activity - other.activity);
  return Array.from({ length: tileCount }, (_, stratum) => {
    const middle = Math.floor(((stratum + 0.5) / tileCount) * sorted.length);
    return sorted[middle]!.tile;
  });
};

/**
 * Of each tile, the sum of the differences between neighbours in a row, times 255: in visible green, which is
 * most of the luminance, and in alpha.
 */
const activitiesOf = (wasm: Wasm, pixels: StoredPixels, count: number): Float64Array => {
  const activities = new Float64Array(count);
  const columns = Math.floor(pixels.width / side);
  const addRow = (y: number): void => {
    const first = Math.floor(y / side) * columns;
    if (first >= count) return;
    for (let column = 0; column < columns; column++) {
      activities[first + column]! += wasm.activityOf(column * side, side);
    }
  };
  readRows(wasm, pixels, addRow, rowStep);
  return activities;
};

/** One of this many rows is read. */
const rowStep = 4;

/** Means, from which single pictures differ by a point or more. */
const excesses: Readonly<Record<string, number>> = {
  'image/jpeg': 1.9,
  'image/webp': 2.4,
  'image/png': 4.6,
  'image/avif': 1.5,
};

/** Points by which tiles score higher than the whole picture, whose worst places they omit. */
export const sampleExcess = (mediaType: string): number => excesses[mediaType] ?? 2.4;

/**
 * The tiles of `sampleTilesOf` side by side, four in a row: 512x512 pixels. A JPEG of the joined tiles
 * scores as tiles cut from a JPEG of the whole picture do. WebP and palettes do not: WebP predicts from
 * one block to the next, and damages smooth tiles beside busy ones by up to 15 points; a palette has
 * fewer colours to hold. For these, encode the whole picture and join tiles cut from the result. A row is
 * read where it is when one of the joined picture is.
 */
export const joinedTiles = (pixels: StoredPixels, tiles: readonly Rectangle[]): StoredPixels => ({
  ...pixels,
  width: across * side,
  height: across * side,
  copy: (x, y, count, to, at) => {
    const first = Math.floor(y / side) * across;
    for (let column = x; column < x + count;) {
      const { left, top } = tiles[first + Math.floor(column / side)]!;
      const inTile = column % side;
      const part = Math.min(side - inTile, x + count - column);
      pixels.copy(left + inTile, top + (y % side), part, to, at + (column - x) * pixels.bands);
      column += part;
    }
  },
});
