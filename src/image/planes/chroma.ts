import type { Size } from '../rectangle.ts';

/** The colour planes of YUV with half the pixels in each direction, rounded up; 128 is grey. */
export type Chroma = Size & Readonly<{ u: Float32Array; v: Float32Array }>;

export const blankChroma = ({ width, height }: Size): Chroma => {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const count = half.width * half.height;
  return { ...half, u: new Float32Array(count), v: new Float32Array(count) };
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
