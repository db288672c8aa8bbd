import type { Size } from '../geometry.ts';
import { levelOfLinear } from './light.ts';

/** The colour planes of YUV with half the pixels in each direction, rounded up; 128 is grey. */
export type Chroma = Size & Readonly<{ u: Float32Array; v: Float32Array }>;

export const blankChroma = ({ width, height }: Size): Chroma => {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const count = half.width * half.height;
  return { ...half, u: new Float32Array(count), v: new Float32Array(count) };
};

/** Bytes of the planes of a picture of this size. */
export const planesLength = ({ width, height }: Size): number =>
  width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);

/** The planes of colour behind the luma of a picture of this size. @throws RangeError where they are too short. */
export const chromaOf = (size: Size, planes: Uint8Array): Chroma => {
  const chroma = blankChroma(size);
  const first = size.width * size.height;
  const count = chroma.u.length;
  if (planes.length < planesLength(size)) throw new RangeError('planes of a smaller picture');
  chroma.u.set(planes.subarray(first, first + count));
  chroma.v.set(planes.subarray(first + count, first + 2 * count));
  return chroma;
};

/** Halves a picture row by row: `endRow` takes what was written to `row`, in linear light from 0 to 1. */
export type Halving = Readonly<{ row: LightRow; endRow: (y: number) => void }>;

type LightRow = Readonly<{ red: Float32Array; green: Float32Array; blue: Float32Array }>;

/** Writes the colour of YUV (BT.601, limited range) of the mean light of 2x2 pixels to `chroma`. */
export const createHalving = ({ width, height }: Size, chroma: Chroma): Halving => {
  const row = blankRow(width);
  const sums = blankRow(chroma.width);
  return {
    row,
    endRow: (y) => {
      addPairs(row.red, sums.red, y);
      addPairs(row.green, sums.green, y);
      addPairs(row.blue, sums.blue, y);
      // An odd last row is its own pair.
      if (y % 2 === 1) writeRow(sums, chroma, y >> 1, 4);
      else if (y === height - 1) writeRow(sums, chroma, y >> 1, 2);
    },
  };
};

const blankRow = (width: number): LightRow => ({
  red: new Float32Array(width),
  green: new Float32Array(width),
  blue: new Float32Array(width),
});

/** Adds pairs of pixels, the last one of an odd row to itself; an even row begins anew. */
const addPairs = (row: Float32Array, sums: Float32Array, y: number): void => {
  if (y % 2 === 0) sums.fill(0);
  for (let at = 0, x = 0; at < sums.length; at++, x += 2) {
    const left = row[x]!;
    sums[at]! += left + (x + 1 < row.length ? row[x + 1]! : left);
  }
};

const writeRow = (sums: LightRow, { width, u, v }: Chroma, y: number, pixels: number): void => {
  for (let x = 0, at = y * width; x < width; x++, at++) {
    const red = levelOfLinear(sums.red[x]! / pixels);
    const green = levelOfLinear(sums.green[x]! / pixels);
    const blue = levelOfLinear(sums.blue[x]! / pixels);
    u[at] = 128 - 0.14822 * red - 0.29099 * green + 0.43922 * blue;
    v[at] = 128 + 0.43922 * red - 0.36779 * green - 0.07143 * blue;
  }
};

/** Row `y` of the full size, from rows of half the size: 16 times the values that decoders of WebP show there. */
export const createEnlarging = (
  { width }: Size,
  half: Size,
): ((plane: Float32Array, y: number, to: Float32Array) => void) => {
  const mixed = new Float32Array(half.width);
  const last = half.width - 1;
  return (plane, y, to) => {
    const near = (y >> 1) * half.width;
    const other = (y >> 1) + (y % 2 === 1 ? 1 : -1);
    const far = Math.min(half.height - 1, Math.max(0, other)) * half.width;
    for (let x = 0; x <= last; x++) mixed[x] = 3 * plane[near + x]! + plane[far + x]!;
    for (let x = 0; x < width; x++) {
      const at = x >> 1;
      const beside = x % 2 === 1 ? Math.min(last, at + 1) : Math.max(0, at - 1);
      to[x] = 3 * mixed[at]! + mixed[beside]!;
    }
  };
};

/** Adds to `plane` what it lacks: the difference of `wanted` and `shown`, in means of 5x5 values that fade outwards. */
export const addMissing = (
  { width, height }: Size,
  plane: Float32Array,
  wanted: Float32Array,
  shown: Float32Array,
): void => {
  const across = new Float32Array(plane.length);
  const row = new Float32Array(width);
  for (let y = 0, first = 0; y < height; y++, first += width) {
    for (let x = 0, at = first; x < width; x++, at++) row[x] = wanted[at]! - shown[at]!;
    blurRow(row, across, first);
  }
  for (let y = 0, at = 0; y < height; y++) {
    const rowAt = (other: number): number => Math.min(height - 1, Math.max(0, other)) * width;
    const [earlier, before, after, later] = [y - 2, y - 1, y + 1, y + 2].map(rowAt);
    for (let x = 0; x < width; x++, at++) {
      const near = across[before! + x]! + across[after! + x]!;
      const far = across[earlier! + x]! + across[later! + x]!;
      const missing = (3 * across[at]! + 2 * near + far) / 9;
      plane[at] = Math.min(255, Math.max(0, plane[at]! + missing));
    }
  }
};

/** Weights 1, 2, 3, 2, 1; the ends are repeated. The row is written to `to` from `first` on. */
const blurRow = (row: Float32Array, to: Float32Array, first: number): void => {
  const last = row.length - 1;
  for (let x = 0; x <= last; x++) {
    const near = row[x > 0 ? x - 1 : 0]! + row[x < last ? x + 1 : last]!;
    const far = row[x > 1 ? x - 2 : 0]! + row[x < last - 1 ? x + 2 : last]!;
    to[first + x] = (3 * row[x]! + 2 * near + far) / 9;
  }
};
