import type { Wasm } from '../../wasm/wasm.ts';
import type { FilteredRows } from '../filtered-rows.ts';
import { errorsBetween, errorShares, kinds, levelsOf, markedRows, rowStart } from './errors.ts';

/**
 * Rows of indices into a palette, each behind its filter byte 0, in which pixels that resemble those of an
 * earlier place are replaced by these. A repetition is taken where the bits that it saves, at `coarseness`
 * squared levels each, outweigh its errors. Errors count less where the picture is busy.
 * @throws RangeError where the memory of the pixel loops does not suffice.
 */
export const repeatedIndices = (
  wasm: Wasm,
  { width, height, rows }: Pick<FilteredRows, 'width' | 'height' | 'rows'>,
  palette: Uint8Array,
  coarseness: number,
): Uint8Array => {
  const stride = width + 1;
  const wanted = markedRows(rows, stride);
  const levels = levelsOf(palette);
  errorShares(wasm, { wanted, stride, height, levels }, 'openRepeats');
  const { buffer } = wasm.bytes();
  const errors = errorsBetween(levels, coarseness);
  new Float32Array(buffer, wasm.errorsOfColours(), errors.length).set(errors);
  new Float64Array(buffer, wasm.bitsOfColours(), kinds).set(literalBits(wanted));
  new Int32Array(buffer, wasm.likenessesOfColours(), kinds).set(likenessesOf(levels));
  wasm.repeatColours();
  // Of `rowStart`, 256, a byte keeps the filter 0.
  return new Uint8Array(new Uint16Array(buffer, wasm.madeIndices(), wanted.length));
};

/** Bits that each colour takes by itself, by how often it is used. */
const literalBits = (wanted: Uint16Array): Float64Array => {
  const counts = new Float64Array(kinds).fill(0.5);
  for (const value of wanted) counts[value]! += 1;
  const bits = counts.map((count) => -Math.log2(count / wanted.length));
  return bits.map((each, value) => (value === rowStart ? 1 : Math.min(11, Math.max(1, each))));
};

/** Numbers that like colours mostly share, since levels count in steps of 16. */
const likenessesOf = (levels: Float64Array): Int32Array =>
  Int32Array.from({ length: kinds }, (_, value) =>
    [0, 1, 2, 3].reduce((number, band) => number * 37 + ((levels[value * 4 + band] ?? 0) >> 4), 7),
  );
