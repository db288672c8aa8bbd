import type { StoredPixels } from '../kernels/stored-pixels.ts';
import { alphaRows } from '../kernels/stored-rows.ts';
import type { Rectangle } from '../rectangle.ts';

/**
 * The part of two pictures outside of which both are clear, and no window of the coarsest scale sees more: nothing has to
 * be measured there. Its cells of 32x32 pixels are those of the whole. A place that is not in it has the errors of one
 * that is, or less.
 */
export const visiblePart = (one: StoredPixels, other: StoredPixels): Rectangle => {
  const { width, height } = one;
  const [own, others] = [boxOf(one), boxOf(other)];
  const across = spanOf(own.left, others.left, own.right, others.right, width);
  const down = spanOf(own.top, others.top, own.bottom, others.bottom, height);
  return { left: across.start, top: down.start, width: across.length, height: down.length };
};

/** Pixels on each side of a cell, which is one pixel of the coarsest scale. */
const cellSide = 32;
/** Cells on each side of a place. */
const placeSide = 4;
/** Pixels of the coarsest scale that a window reaches. */
const reach = 3;

const spanOf = (
  from: number,
  otherFrom: number,
  to: number,
  otherTo: number,
  whole: number,
): Readonly<{ start: number; length: number }> => {
  const first = Math.floor(Math.min(from, otherFrom) / cellSide) - reach;
  const start = Math.max(0, Math.min(first, Math.ceil(whole / cellSide) - placeSide)) * cellSide;
  const end = (Math.ceil(Math.max(to, otherTo) / cellSide) + reach) * cellSide;
  // The last cells of the whole may be narrower.
  const isNearEnd = end + placeSide * cellSide > whole;
  return { start, length: (isNearEnd ? whole : end) - start };
};

/** The columns and rows that have a visible pixel; the first ones where none has. */
const boxOf = (pixels: StoredPixels) => {
  const { width, height } = pixels;
  const { row, first, step, alphas } = alphaRows(pixels);
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    const bytes = row(y);
    let [left, right] = [first, bytes.length - 1];
    while (left <= right && alphas[bytes[left]!] === 0) left += step;
    if (left > right) continue;
    while (alphas[bytes[right]!] === 0) right -= step;
    box.left = Math.min(box.left, Math.floor(left / step));
    box.right = Math.max(box.right, Math.floor(right / step) + 1);
    box.top = Math.min(box.top, y);
    box.bottom = y + 1;
  }
  return box.bottom === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : box;
};

/** The pixels of a part of a picture. */
export const partOf = (pixels: StoredPixels, { left, top, ...size }: Rectangle): StoredPixels => ({
  ...pixels,
  ...size,
  copy: (x, y, count, to, at) => pixels.copy(left + x, top + y, count, to, at),
});
