import type { Rectangle, Size } from '../geometry.ts';

/** One byte for each pixel of a picture, row by row: 1 for a pixel in the mask. */
export type Mask = Size & Readonly<{ data: Uint8Array }>;

export const maskOf = ({ width, height }: Size, holds: (position: number) => boolean): Mask => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, position) => Number(holds(position))),
});

/** Number of pixels in the mask. */
export const maskedPixelCount = ({ data }: Mask): number =>
  data.reduce((sum, value) => sum + value, 0);

/** The pixels that are reached from `starts` by steps between neighbours that `mayStep` allows. */
export const floodFilled = (
  { width, height }: Size,
  starts: readonly number[],
  mayStep: (from: number, to: number) => boolean,
): Mask => {
  const data = new Uint8Array(width * height);
  for (const start of starts) data[start] = 1;
  const open = [...starts];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of neighboursOf({ width, height }, from, 1)) {
      if (data[to] === 1 || !mayStep(from, to)) continue;
      data[to] = 1;
      open.push(to);
    }
  }
  return { width, height, data };
};

/** Positions at most `reach` horizontal and vertical steps away. */
const neighboursOf = (
  { width, height }: Size,
  position: number,
  reach: number,
): readonly number[] => {
  const x = position % width;
  const y = (position - x) / width;
  const positions: number[] = [];
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
      const isWithin = Math.abs(row - y) + Math.abs(column - x) <= reach;
      if (isWithin) positions.push(row * width + column);
    }
  }
  return positions;
};

/** The smallest box around the mask, not counting rows and columns with fewer than `atLeast` pixels. */
export const boxOf = (mask: Mask, atLeast: number): Rectangle | undefined => {
  const columns = new Uint32Array(mask.width);
  const rows = new Uint32Array(mask.height);
  for (const [position, value] of mask.data.entries()) {
    const column = position % mask.width;
    const row = (position - column) / mask.width;
    columns[column]! += value;
    rows[row]! += value;
  }
  const isFilled = (count: number): boolean => count >= atLeast;
  const left = columns.findIndex(isFilled);
  const top = rows.findIndex(isFilled);
  if (left < 0 || top < 0) return undefined;
  const width = columns.findLastIndex(isFilled) - left + 1;
  return { left, top, width, height: rows.findLastIndex(isFilled) - top + 1 };
};

/** Pixels of each connected piece of the mask, the largest first. */
export const connectedSizesOf = (mask: Mask): readonly number[] => {
  const left = Uint8Array.from(mask.data);
  const sizes: number[] = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) {
    sizes.push(takePiece(mask, left, start));
  }
  return sizes.toSorted((a, b) => b - a);
};

/** Most steps between two pixels of one piece: thin lines break when a picture is shrunk. */
const pieceReach = 2;

/** Removes the piece around `start` from `left`, and returns its number of pixels. */
const takePiece = (size: Size, left: Uint8Array, start: number): number => {
  const open = [start];
  left[start] = 0;
  let count = 0;
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    count += 1;
    for (const to of neighboursOf(size, from, pieceReach)) {
      if (left[to] === 0) continue;
      left[to] = 0;
      open.push(to);
    }
  }
  return count;
};
