import type { StoredPixels } from '../wasm/stored-pixels.ts';
import { visibleBox } from '../wasm/visible-box.ts';
import type { Rectangle } from '../rectangle.ts';

/**
 * The part of two pictures outside of which both are clear, and no window of the coarsest scale sees more: nothing has to
 * be measured there. Its cells of 32x32 pixels are those of the whole. A place that is not in it has the errors of one
 * that is, or less.
 */
export const visiblePart = (one: StoredPixels, other: StoredPixels): Rectangle => {
  const { width, height } = one;
  const boxes = [visibleBox(one), visibleBox(other)];
  const across = spanOf(
    boxes.map(({ left, width: length }) => ({ start: left, length })),
    width,
  );
  const down = spanOf(
    boxes.map(({ top, height: length }) => ({ start: top, length })),
    height,
  );
  return { left: across.start, top: down.start, width: across.length, height: down.length };
};

/** Pixels on each side of a cell, which is one pixel of the coarsest scale. */
const cellSide = 32;
/** Cells on each side of a place. */
const placeSide = 4;
/** Pixels of the coarsest scale that a window reaches. */
const reach = 3;

type Span = Readonly<{ start: number; length: number }>;

const spanOf = (visible: readonly Span[], whole: number): Span => {
  const first = Math.floor(Math.min(...visible.map((one) => one.start)) / cellSide) - reach;
  const start = Math.max(0, Math.min(first, Math.ceil(whole / cellSide) - placeSide)) * cellSide;
  const last = Math.max(...visible.map((one) => one.start + one.length));
  const end = (Math.ceil(last / cellSide) + reach) * cellSide;
  // The last cells of the whole may be narrower.
  const isNearEnd = end + placeSide * cellSide > whole;
  return { start, length: (isNearEnd ? whole : end) - start };
};
