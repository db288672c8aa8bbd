import type { Rectangle } from '../rectangle.ts';
import type { StoredPixels } from './stored-pixels.ts';
import { alphaRows } from './stored-rows.ts';

/** The smallest rectangle that has all visible pixels; the first pixel where none is. */
export const visibleBox = (pixels: StoredPixels): Rectangle => {
  const { width, height } = pixels;
  const { row, first, step, alphas } = alphaRows(pixels);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const bytes = row(y);
    let [from, to] = [first, bytes.length - 1];
    while (from <= to && alphas[bytes[from]!] === 0) from += step;
    if (from > to) continue;
    while (alphas[bytes[to]!] === 0) to -= step;
    left = Math.min(left, Math.floor(from / step));
    right = Math.max(right, Math.floor(to / step) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (bottom === 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left, height: bottom - top };
};

/** The pixels of a part of a picture. */
export const partOf = (pixels: StoredPixels, { left, top, ...size }: Rectangle): StoredPixels => ({
  ...pixels,
  ...size,
  copy: (x, y, count, to, at) => pixels.copy(left + x, top + y, count, to, at),
});
