import { take } from '../arena.ts';
import { joinChanges, openChanges, seesChange } from './changes.ts';
import { margin, meansAt, repeatEdges, sumOfProducts, weighed } from './gaussian.ts';
import { endRow, partsOf, partStep, sideAt } from './places.ts';
import { differencesOf, Scale, scaleAt, valuesOf } from './scale.ts';

/**
 * The errors of a plane of one scale: structure lost (one minus SSIM), edges added, edges lost. With the difference d of the result from the source x, SSIM's quotient is
 * written so that nothing cancels where the pictures are alike: one minus it is
 * (var d + m^2 a) / (var d + a), with the mean m of d and a = 2 var x + 2 cov(x, d) + stability.
 */

/** SSIM's second constant (C2) for a range of 1: keeps the quotient stable where variances are near 0. */
const stability: f32 = 0.0009;

/** Weighted sums of seven rows: of x, x^2, d, d^2 and xd. */
let columns: usize = 0;
let columnBytes: usize = 0;

/** Takes memory for pictures of this width. */
export function openErrors(rowBytes: usize): void {
  columnBytes = rowBytes + 2 * margin;
  columns = take(5 * columnBytes);
  openChanges(rowBytes);
}

/**
 * Adds the errors of a row to those of its cells: of structure, edges added and edges lost, each with
 * their fourth powers. Those of edges only where they are wanted. Cells whose windows see no difference
 * have no errors and are passed over.
 */
export function addErrors(index: i32, plane: i32, y: i32, wantsEdges: bool): void {
  const scale = scaleAt(index);
  const width = scale.width;
  joinChanges(scale, y);
  const means = columns + margin;
  const squares = means + columnBytes;
  const shifts = squares + columnBytes;
  const shiftSquares = shifts + columnBytes;
  const products = shiftSquares + columnBytes;
  const values = valuesOf(scale, plane, y);
  const differences = differencesOf(scale, plane, y);
  const zero = f32x4.splat(0);
  const step = partStep();
  const cellPixels = max(sideAt(index), 4);
  const cellBytes = (<usize>cellPixels) << 2;
  const rowEnd = (<usize>((width + 3) & ~3)) << 2;
  let parts = partsOf(index, plane);
  let weighedTo: usize = 0;
  let x: usize = 0;
  for (let left = width; left > 0; parts += 16) {
    if (!seesChange(x >> 4, (x + cellBytes) >> 4)) {
      x += cellBytes;
      left -= cellPixels;
      continue;
    }
    // Windows reach three columns further. Of coarse scales, the rest of the row is weighed at once.
    const from = max(weighedTo, x - min(x, 16));
    const to = index < fineScales ? min(x + cellBytes + 16, rowEnd) : rowEnd;
    if (from < to) {
      weighColumns(scale, plane, y, from, to);
      if (from === 0 || to === rowEnd) {
        for (let row = means; row <= products; row += columnBytes) repeatEdges(row, width);
      }
      weighedTo = to;
    }
    let structure = zero;
    let structure4 = zero;
    let added = zero;
    let added4 = zero;
    let lost = zero;
    let lost4 = zero;
    for (const rest = left - cellPixels; left > max(rest, 0); x += 16, left -= 4) {
      const mean = meansAt(means + x);
      const shift = meansAt(shifts + x);
      const variance = f32x4.sub(meansAt(squares + x), f32x4.mul(mean, mean));
      const spread = f32x4.sub(meansAt(shiftSquares + x), f32x4.mul(shift, shift));
      const joint = f32x4.sub(meansAt(products + x), f32x4.mul(mean, shift));
      const both = f32x4.mul(f32x4.splat(2), f32x4.add(variance, joint));
      const alike = f32x4.add(both, f32x4.splat(stability));
      const unlike = f32x4.add(spread, f32x4.mul(f32x4.mul(shift, shift), alike));
      const quotient = f32x4.div(unlike, f32x4.add(alike, spread));
      const error = inRow(left, f32x4.pmax(quotient, zero));
      structure = f32x4.add(structure, error);
      structure4 = f32x4.add(structure4, fourthPower(error));
      if (!wantsEdges) continue;
      const edge = f32x4.sub(v128.load(values + x), mean);
      const otherEdge = f32x4.add(edge, f32x4.sub(v128.load(differences + x), shift));
      const before = f32x4.abs(edge);
      const growth = f32x4.sub(f32x4.abs(otherEdge), before);
      const change = inRow(left, f32x4.div(growth, f32x4.add(f32x4.splat(1), before)));
      const more = f32x4.pmax(change, zero);
      const less = f32x4.sub(more, change);
      added = f32x4.add(added, more);
      lost = f32x4.add(lost, less);
      added4 = f32x4.add(added4, fourthPower(more));
      lost4 = f32x4.add(lost4, fourthPower(less));
    }
    addAt(parts, structure);
    addAt(parts + step, structure4);
    if (!wantsEdges) continue;
    addAt(parts + 2 * step, added);
    addAt(parts + 3 * step, added4);
    addAt(parts + 4 * step, lost);
    addAt(parts + 5 * step, lost4);
  }
  endRow(index, plane, y);
}

/** Scales whose cells have many columns. */
const fineScales = 2;

/** From one byte of a row to before another. Beyond the edges of the picture its outermost rows are repeated. */
function weighColumns(scale: Scale, plane: i32, y: i32, from: usize, toByte: usize): void {
  const last = scale.height - 1;
  const above1 = valuesOf(scale, plane, max(y - 1, 0));
  const above2 = valuesOf(scale, plane, max(y - 2, 0));
  const above3 = valuesOf(scale, plane, max(y - 3, 0));
  const middle = valuesOf(scale, plane, y);
  const below1 = valuesOf(scale, plane, min(y + 1, last));
  const below2 = valuesOf(scale, plane, min(y + 2, last));
  const below3 = valuesOf(scale, plane, min(y + 3, last));
  const toDifferences = differencesOf(scale, plane, y) - middle;
  for (let x = from, to = columns + margin + from; x < toByte; x += 16, to += 16) {
    const value0 = v128.load(middle + x);
    const value1 = v128.load(above1 + x);
    const value2 = v128.load(above2 + x);
    const value3 = v128.load(above3 + x);
    const value4 = v128.load(below1 + x);
    const value5 = v128.load(below2 + x);
    const value6 = v128.load(below3 + x);
    const change0 = v128.load(middle + toDifferences + x);
    const change1 = v128.load(above1 + toDifferences + x);
    const change2 = v128.load(above2 + toDifferences + x);
    const change3 = v128.load(above3 + toDifferences + x);
    const change4 = v128.load(below1 + toDifferences + x);
    const change5 = v128.load(below2 + toDifferences + x);
    const change6 = v128.load(below3 + toDifferences + x);
    v128.store(
      to,
      weighed(
        value0,
        f32x4.add(value1, value4),
        f32x4.add(value2, value5),
        f32x4.add(value3, value6),
      ),
    );
    v128.store(
      to + columnBytes,
      weighed(
        f32x4.mul(value0, value0),
        sumOfProducts(value1, value1, value4, value4),
        sumOfProducts(value2, value2, value5, value5),
        sumOfProducts(value3, value3, value6, value6),
      ),
    );
    v128.store(
      to + 2 * columnBytes,
      weighed(
        change0,
        f32x4.add(change1, change4),
        f32x4.add(change2, change5),
        f32x4.add(change3, change6),
      ),
    );
    v128.store(
      to + 3 * columnBytes,
      weighed(
        f32x4.mul(change0, change0),
        sumOfProducts(change1, change1, change4, change4),
        sumOfProducts(change2, change2, change5, change5),
        sumOfProducts(change3, change3, change6, change6),
      ),
    );
    v128.store(
      to + 4 * columnBytes,
      weighed(
        f32x4.mul(value0, change0),
        sumOfProducts(value1, change1, value4, change4),
        sumOfProducts(value2, change2, value5, change5),
        sumOfProducts(value3, change3, value6, change6),
      ),
    );
  }
}

function fourthPower(value: v128): v128 {
  const square = f32x4.mul(value, value);
  return f32x4.mul(square, square);
}

/** The values with 0 for those of four pixels that lie beyond the `left` ones of the row. */
function inRow(left: i32, values: v128): v128 {
  if (left >= 4) return values;
  return v128.and(values, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(left)));
}

function addAt(sums: usize, values: v128): void {
  v128.store(sums, f32x4.add(v128.load(sums), values));
}
