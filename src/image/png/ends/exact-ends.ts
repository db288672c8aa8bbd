import { viewOf } from '../../bytes.ts';
import { decodeFailed } from '../../decode-failed.ts';
import type { StoredPixels } from '../../wasm/stored-pixels.ts';
import { alphaRows, storedRows } from '../../wasm/stored-rows.ts';
import { isSameSize } from '../../rectangle.ts';
import { type IndexedPixels, indexedPixels } from '../indexed-pixels.ts';
import { levelsOf } from '../repeats/errors.ts';
import { colourRows } from './colour-rows.ts';
import {
  type Entry,
  entriesOf,
  type Group,
  isAtHome,
  nearestEntry,
  snappedLevels,
} from './entries.ts';
import { kindOf, kinds } from './kinds.ts';

/**
 * Pixels of which all are clear, or opaque, that are so in `source`: `result` with other colours in its palette;
 * undefined where nothing has to change.
 * @throws ServiceError `decode_failed` where something has, and the result has no palette.
 */
export const withExactEnds = (
  result: StoredPixels,
  source: StoredPixels,
): IndexedPixels | undefined => {
  const { palette } = result;
  if (!isSameSize(result, source)) throw notTheSame('size');
  // Nothing changes in most palettes, and looking at alpha alone takes a fifth of the CPU of the groups.
  if (hasSameEnds(result, source)) return undefined;
  if (palette === undefined) throw notTheSame('clear and opaque pixels');
  const groups = groupsOf(result, source);
  const levels = snappedLevels(groups, levelsOf(palette));
  // Entries with alpha come first, since the alpha of the others is left out.
  const entries = entriesOf(groups, levels).toSorted(
    (one, other) => Number(one.levels[3] === 255) - Number(other.levels[3] === 255),
  );
  const homes = new Int16Array(256 * kinds).fill(-1);
  for (const group of groups) {
    if (!isAtHome(group, levels)) continue;
    homes[group.colour * kinds + group.kind] = entries.findIndex(
      ({ colour }) => colour === group.colour,
    );
  }
  return indexedPixels(result, paletteOf(entries), rowsOf(result, source, entries, homes));
};

const notTheSame = (what: string) => decodeFailed(`PNG has other ${what} than its source.`);

const hasSameEnds = (result: StoredPixels, source: StoredPixels): boolean => {
  const { row, first, step, alphas } = alphaRows(result);
  const colours = colourRows(source);
  for (let y = 0; y < source.height; y++) {
    const made = row(y);
    const wanted = colours(y);
    let different = 0;
    // Without a branch, this takes half as long.
    for (let at = 3, from = first; at < wanted.length; at += 4, from += step) {
      const alpha = wanted[at]!;
      // All bits of 0 and 255 alone.
      const isEnd = (((alpha + 1) & 254) - 1) >> 31;
      different |= isEnd & (alpha ^ alphas[made[from]!]!);
    }
    if (different !== 0) return false;
  }
  return true;
};

/** Of a group: its pixels, and the sums of their red, green and blue times alpha, and of their alpha. */
const numbers = 5;

const groupsOf = (result: StoredPixels, source: StoredPixels): readonly Group[] => {
  const sums = new Float64Array(256 * kinds * numbers);
  const [indices, colours] = [storedRows(result), colourRows(source)];
  for (let y = 0; y < source.height; y++) {
    const [row, wanted] = [indices(y), colours(y)];
    for (let x = 0, at = 0; x < row.length; x++, at += 4) {
      const alpha = wanted[at + 3]!;
      const sum = (row[x]! * kinds + kindOf(alpha)) * numbers;
      sums[sum]! += 1;
      sums[sum + 1]! += wanted[at]! * alpha;
      sums[sum + 2]! += wanted[at + 1]! * alpha;
      sums[sum + 3]! += wanted[at + 2]! * alpha;
      sums[sum + 4]! += alpha;
    }
  }
  return Array.from({ length: 256 * kinds }, (_, slot) => {
    const [count = 0, red = 0, green = 0, blue = 0, alpha = 0] = sums.subarray(slot * numbers);
    const means = Float64Array.of(red / 255, green / 255, blue / 255, alpha).map(
      (sum) => sum / count,
    );
    return { colour: Math.floor(slot / kinds), kind: slot % kinds, count, means };
  }).filter(({ count }) => count > 0);
};

const paletteOf = (entries: readonly Entry[]): Uint8Array => {
  const palette = new Uint8Array(entries.length * 4);
  for (const [index, { levels }] of entries.entries()) {
    const alpha = levels[3]!;
    palette[index * 4 + 3] = alpha;
    for (let band = 0; band < 3 && alpha > 0; band++) {
      palette[index * 4 + band] = Math.min(255, Math.round((levels[band]! * 255) / alpha));
    }
  }
  return palette;
};

/** Rows of indices into the palette of `entries`, each behind its filter byte. */
const rowsOf = (
  result: StoredPixels,
  source: StoredPixels,
  entries: readonly Entry[],
  homes: Int16Array,
): Uint8Array => {
  const { width, height } = result;
  const rows = new Uint8Array((width + 1) * height);
  const [indices, colours] = [storedRows(result), colourRows(source)];
  const nearest = createNearest(entries);
  for (let y = 0; y < height; y++) {
    const [row, wanted] = [indices(y), colours(y)];
    const to = y * (width + 1) + 1;
    for (let x = 0; x < width; x++) {
      const home = homes[row[x]! * kinds + kindOf(wanted[x * 4 + 3]!)]!;
      rows[to + x] = home < 0 ? nearest(wanted, x * 4) : home;
    }
  }
  return rows;
};

const createNearest = (entries: readonly Entry[]): ((row: Uint8Array, at: number) => number) => {
  const known = new Map<number, number>();
  const levels = new Float64Array(4);
  return (row, at) => {
    const alpha = row[at + 3]!;
    for (let band = 0; band < 3; band++) levels[band] = (row[at + band]! * alpha) / 255;
    levels[3] = alpha;
    const key = alpha === 0 ? 0 : viewOf(row).getUint32(at);
    const index = known.get(key) ?? nearestEntry(levels, entries);
    known.set(key, index);
    return index;
  };
};
