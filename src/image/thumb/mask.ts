import type { Rectangle, Size } from '../rectangle.ts';

// These loops run in the server's event loop, over every pixel. They allocate no memory per pixel.

/** One byte for each pixel of a picture, row by row: 1 for a pixel in the mask. */
export type Mask = Size & Readonly<{ data: Uint8Array }>;

export const maskOf = ({ width, height }: Size, holds: (position: number) => boolean): Mask => {
  const data = new Uint8Array(width * height);
  for (let position = 0; position < data.length; position++) {
    if (holds(position)) data[position] = 1;
  }
  return { width, height, data };
};

/** Number of pixels in the mask. */
export const maskedPixelCount = ({ data }: Mask): number => {
  let count = 0;
  for (let position = 0; position < data.length; position++) count += data[position]!;
  return count;
};

/** The pixels that are reached from `starts` by steps between neighbours that `mayStep` allows. */
export const floodFilled = (
  { width, height }: Size,
  starts: readonly number[],
  mayStep: (from: number, to: number) => boolean,
): Mask => {
  const data = new Uint8Array(width * height);
  const open = [...starts];
  for (const start of starts) data[start] = 1;
  const step = (from: number, to: number): void => {
    if (data[to] === 1 || !mayStep(from, to)) return;
    data[to] = 1;
    open.push(to);
  };
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const x = from % width;
    if (x > 0) step(from, from - 1);
    if (x < width - 1) step(from, from + 1);
    if (from >= width) step(from, from - width);
    if (from + width < data.length) step(from, from + width);
  }
  return { width, height, data };
};

/** The smallest box around the mask, not counting rows and columns with fewer than `atLeast` pixels. */
export const boxOf = (mask: Mask, atLeast: number): Rectangle | undefined => {
  const columns = new Uint32Array(mask.width);
  const rows = new Uint32Array(mask.height);
  for (let row = 0, position = 0; row < mask.height; row++) {
    for (let column = 0; column < mask.width; column++, position++) {
      columns[column]! += mask.data[position]!;
      rows[row]! += mask.data[position]!;
    }
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
const takePiece = ({ width, height }: Size, left: Uint8Array, start: number): number => {
  const open = [start];
  left[start] = 0;
  let count = 0;
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    count += 1;
    const x = from % width;
    const y = (from - x) / width;
    for (
      let row = Math.max(0, y - pieceReach);
      row <= Math.min(height - 1, y + pieceReach);
      row++
    ) {
      const reach = pieceReach - Math.abs(row - y);
      const end = Math.min(width - 1, x + reach);
      for (let column = Math.max(0, x - reach); column <= end; column++) {
        const to = row * width + column;
        if (left[to] === 0) continue;
        left[to] = 0;
        open.push(to);
      }
    }
  }
  return count;
};
