import type { Rectangle } from '../geometry.ts';
import type { Raster } from '../raster.ts';

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
export const sampleTilesOf = (picture: Raster): readonly Rectangle[] | undefined => {
  const { width, height } = picture;
  const columns = Math.floor(width / side);
  const rows = Math.floor(height / side);
  const isSmall = width * height <= tileCount * side * side * worthwhile;
  if (isSmall || columns * rows <= tileCount) return undefined;
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const left = (index % columns) * side;
    const top = Math.floor(index / columns) * side;
    const tile = { left, top, width: side, height: side };
    return { tile, activity: activityOf(picture, tile) };
  }).toSorted((one, other) => one.activity - other.activity);
  return Array.from({ length: tileCount }, (_, stratum) => {
    const middle = Math.floor(((stratum + 0.5) / tileCount) * tiles.length);
    return tiles[middle]!.tile;
  });
};

/** One of this many rows is read. */
const rowStep = 4;

/** Sum of the differences between neighbours in a row: in visible green, which is most of the luminance, and in alpha. */
const activityOf = ({ width, bands, data }: Raster, { left, top }: Rectangle): number => {
  const green = bands < 3 ? 0 : 1;
  const alpha = bands === 2 || bands === 4 ? bands - 1 : undefined;
  let activity = 0;
  for (let y = top; y < top + side; y += rowStep) {
    let before: number | undefined;
    let alphaBefore = 255;
    for (let x = left; x < left + side; x++) {
      const at = (y * width + x) * bands;
      const opacity = alpha === undefined ? 255 : data[at + alpha]!;
      const level = (data[at + green]! * opacity) / 255;
      if (before !== undefined) {
        activity += Math.abs(level - before) + Math.abs(opacity - alphaBefore);
      }
      before = level;
      alphaBefore = opacity;
    }
  }
  return activity;
};

/**
 * Means over 27 pictures of 0.7 to 7 megapixels, of AVIF over 10; single pictures differ from them by 1.0,
 * 1.3, 4.1 and 0.7 points.
 */
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
 * fewer colours to hold. For these, encode the whole picture and join tiles cut from the result.
 */
export const joinTiles = (picture: Raster, tiles: readonly Rectangle[]): Raster => {
  const { bands, data } = picture;
  const width = across * side;
  const joined = new Uint8Array(width * width * bands);
  for (const [index, { left, top }] of tiles.entries()) {
    const column = index % across;
    const row = Math.floor(index / across);
    for (let y = 0; y < side; y++) {
      const from = ((top + y) * picture.width + left) * bands;
      const to = ((row * side + y) * width + column * side) * bands;
      joined.set(data.subarray(from, from + side * bands), to);
    }
  }
  return { width, height: width, bands, data: joined };
};
