import type { FilteredRows } from '../filtered-rows.ts';
import { errorsBetween, errorShares, kinds, levelsOf, rowStart } from './errors.ts';
import { createPlaces } from './places.ts';

/**
 * Rows of indices into a palette, each behind its filter byte 0, in which pixels that resemble those of an
 * earlier place are replaced by these. A repetition is taken where the bits that it saves, at `coarseness`
 * squared levels each, outweigh its errors. Errors count less where the picture is busy.
 */
export const repeatedIndices = (
  { width, height, rows }: Pick<FilteredRows, 'width' | 'height' | 'rows'>,
  palette: Uint8Array,
  coarseness: number,
): Uint8Array => {
  const stride = width + 1;
  const wanted = markedRows(rows, stride);
  const levels = levelsOf(palette);
  const made = new Uint16Array(wanted.length);
  const errors = errorsBetween(levels, coarseness);
  const shares = errorShares(wanted, levels, stride, height);
  const pixels: Pixels = { wanted, made, errors, shares, bits: literalBits(wanted) };
  const places = createPlaces(wanted, levels);
  const near = nearDistances(stride);
  const used: number[] = [];
  for (let at = 0; at < wanted.length;) {
    const best: Repetition = { saved: 0, length: 1, distance: 0 };
    for (const distance of near) tryDistance(pixels, at, distance, best);
    for (const distance of used) tryDistance(pixels, at, distance, best);
    let place = places.before(at);
    for (let tried = 0; tried < mostPlaces && place >= 0; tried++) {
      tryDistance(pixels, at, at - place, best);
      place = places.beforePlace(place);
    }
    const { length, distance } = best;
    for (let index = 0; index < length; index++) {
      made[at + index] = distance === 0 ? wanted[at]! : made[at + index - distance]!;
      places.add(at + index);
    }
    if (distance !== 0 && !used.includes(distance)) {
      used.unshift(distance);
      if (used.length > mostUsed) used.pop();
    }
    at += length;
  }
  return Uint8Array.from(made, (value) => (value === rowStart ? 0 : value));
};

type Pixels = Readonly<{
  wanted: Uint16Array;
  /** Those before the place that is looked at. */
  made: Uint16Array;
  errors: Float32Array;
  shares: Float32Array;
  bits: Float64Array;
}>;

/** The best one so far at a place; that of distance 0 is the pixel itself. */
type Repetition = { saved: number; length: number; distance: number };

const tryDistance = (
  { wanted, made, errors, shares, bits }: Pixels,
  at: number,
  distance: number,
  best: Repetition,
): void => {
  if (distance > at || distance > windowBytes || best.length === longest) return;
  let saved = -distanceBits[distance]!;
  const most = Math.min(longest, wanted.length - at);
  for (let index = 0; index < most; index++) {
    // A repetition may reach into itself.
    const value = made[at - distance + (index < distance ? index : index % distance)]!;
    const own = wanted[at + index]!;
    saved += bits[own]!;
    if (value !== own) saved -= errors[own * kinds + value]! * shares[at + index]!;
    if (saved < givenUpBits) return;
    if (index + 1 >= shortest && saved - lengthBits[index + 1]! > best.saved) {
      best.saved = saved - lengthBits[index + 1]!;
      best.length = index + 1;
      best.distance = distance;
    }
  }
};

/** Deflate's repetitions: bytes back, and bytes long. RFC 1951, section 2. */
const windowBytes = 32_768;
const longest = 258;
const shortest = 3;

/** A repetition that is so many bits behind does not recover. */
const givenUpBits = -24;

/** Distances that were used last, which have short codes. */
const mostUsed = 16;

/** Most earlier places that are tried. */
const mostPlaces = 24;

/** Indices, and `rowStart` in place of each filter byte. */
export const markedRows = (rows: Uint8Array, stride: number): Uint16Array => {
  const marked = Uint16Array.from(rows);
  for (let at = 0; at < marked.length; at += stride) marked[at] = rowStart;
  return marked;
};

/** Bits that each colour takes by itself, by how often it is used. */
const literalBits = (wanted: Uint16Array): Float64Array => {
  const counts = new Float64Array(kinds).fill(0.5);
  for (const value of wanted) counts[value]! += 1;
  const bits = counts.map((count) => -Math.log2(count / wanted.length));
  return bits.map((each, value) => (value === rowStart ? 1 : Math.min(11, Math.max(1, each))));
};

/** About the bits of deflate's codes with their extra bits. */
const distanceBits = Float64Array.from(
  { length: windowBytes + 1 },
  (_, distance) => 3.2 + (distance < 5 ? 0 : Math.floor(Math.log2(distance - 1)) - 1),
);
const lengthBits = Float64Array.from(
  { length: longest + 1 },
  (_, length) => 3.5 + (length < 11 ? 0 : Math.floor(Math.log2((length - 3) / 4))),
);

/** To the left, and around the same place of the rows above. */
const nearDistances = (stride: number): readonly number[] => {
  const distances = new Set<number>();
  for (let left = 1; left <= 8; left++) distances.add(left);
  for (let row = 1; row <= 4; row++) {
    for (let column = -6; column <= 6; column++) distances.add(row * stride + column);
  }
  return [...distances].filter((distance) => distance > 0);
};
