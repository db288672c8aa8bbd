import type { Rectangle, Size } from '../geometry.ts';

/**
 * The errors of one plane at one scale, summed up by cells of 32x32 pixels of the whole picture. Each
 * cell has six sums: of structure lost, edges added and edges lost, each with that of the fourth powers.
 */
export type CellErrors = Readonly<{
  /** Of the plane. */
  size: Size;
  /** Of a cell, in pixels of the plane. */
  side: number;
  columns: number;
  rows: number;
  sums: Float64Array;
}>;

/** Number of sums of a cell, and of norms. */
export const normCount = 6;

const cellSide = 32;

/** Cells without errors, for a plane of this size at a scale. */
export const createCellErrors = (size: Size, scale: number): CellErrors => {
  const side = cellSide >> scale;
  const [columns, rows] = [Math.ceil(size.width / side), Math.ceil(size.height / side)];
  return { size, side, columns, rows, sums: new Float64Array(columns * rows * normCount) };
};

/** All cells, as an area of cells. */
export const allCells = ({ columns, rows }: CellErrors): Rectangle => ({
  left: 0,
  top: 0,
  width: columns,
  height: rows,
});

/** Cells on each side of a place, which has 128x128 pixels: its score is within 3 points of SSIMULACRA2 there. */
const placeSide = 4;

/** The places of a picture as areas of cells, in steps of one cell. A smaller picture is one place. */
export const placesOf = ({ columns, rows }: CellErrors): readonly Rectangle[] => {
  const [width, height] = [Math.min(placeSide, columns), Math.min(placeSide, rows)];
  const across = columns - width + 1;
  return Array.from({ length: across * (rows - height + 1) }, (_, index) => ({
    left: index % across,
    top: Math.floor(index / across),
    width,
    height,
  }));
};

/** Writes the six norms of the errors in an area of cells to `norms`, from `offset` on. */
export const writeAreaNorms = (
  { size, side, columns, sums }: CellErrors,
  { left, top, width, height }: Rectangle,
  norms: Float64Array,
  offset: number,
): void => {
  const totals = new Float64Array(normCount);
  for (let row = top; row < top + height; row++) {
    for (let at = (row * columns + left) * normCount, cell = 0; cell < width; cell++) {
      for (let norm = 0; norm < normCount; norm++, at++) totals[norm]! += sums[at]!;
    }
  }
  const across = Math.min(size.width, (left + width) * side) - left * side;
  const down = Math.min(size.height, (top + height) * side) - top * side;
  writeNorms(totals, across * down, norms, offset);
};

/** The mean and the 4-norm of sums of errors and of their fourth powers over `count` pixels. */
export const writeNorms = (
  totals: ArrayLike<number>,
  count: number,
  norms: Float64Array,
  offset: number,
): void => {
  for (let norm = 0; norm < normCount; norm++) {
    const mean = totals[norm]! / count;
    norms[offset + norm] = norm % 2 === 0 ? mean : mean ** 0.25;
  }
};
