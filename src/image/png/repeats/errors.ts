import type { Wasm } from '../../wasm/wasm.ts';
import { between, kindOf } from '../ends/kinds.ts';

/** The filter byte of a row, which equals no colour. */
export const rowStart = 256;
export const kinds = 257;

/** Red, green and blue, multiplied by alpha, and alpha of each colour. */
export const levelsOf = (palette: Uint8Array): Float64Array => {
  const levels = new Float64Array(rowStart * 4);
  for (let colour = 0; colour < palette.length; colour += 4) {
    const alpha = palette[colour + 3]!;
    for (let at = colour; at < colour + 3; at++) levels[at] = (palette[at]! * alpha) / 255;
    levels[colour + 3] = alpha;
  }
  return levels;
};

/** Of red, green and blue in an error: about what they are of lightness. */
const weights = [0.5, 1, 0.25] as const;

/** In squared levels: no dot or line vanishes, however many bits that saves. */
const mostError = 576;

/**
 * Of a colour in place of another, in squared levels: on black or on white, whichever is worse. Infinity for another
 * in place of one that is clear or opaque, where it is not.
 */
export const errorOf = (
  levels: Float64Array,
  own: number,
  others: Float64Array,
  other: number,
): number => {
  const [ownAlpha, otherAlpha] = [levels[own * 4 + 3]!, others[other * 4 + 3]!];
  const kind = kindOf(ownAlpha);
  if (kind !== between && kindOf(otherAlpha) !== kind) return Infinity;
  const alpha = otherAlpha - ownAlpha;
  let error = 0;
  for (let band = 0; band < 3; band++) {
    const onBlack = others[other * 4 + band]! - levels[own * 4 + band]!;
    error += weights[band]! * Math.max(onBlack ** 2, (onBlack - alpha) ** 2);
  }
  return error;
};

/** In bits, of each colour in place of each other. */
export const errorsBetween = (levels: Float64Array, coarseness: number): Float32Array => {
  const errors = new Float32Array(kinds * kinds).fill(Infinity);
  for (let own = 0; own < rowStart; own++) {
    for (let other = 0; other < rowStart; other++) {
      const error = errorOf(levels, own, levels, other);
      if (error <= mostError) errors[own * kinds + other] = error / coarseness;
    }
  }
  return errors;
};

/** Indices of the colours of a palette, with `rowStart` in the place of each filter byte, and these colours' levels. */
export type MarkedRows = Readonly<{
  wanted: Uint16Array;
  stride: number;
  height: number;
  levels: Float64Array;
}>;

/**
 * How much an error in each pixel counts: less where the picture is busy. They are in the memory of the pixel loops.
 * `open` is called first, and takes the memory for the rows.
 */
export const errorShares = (
  wasm: Wasm,
  { wanted, stride, height, levels }: MarkedRows,
  open: 'openIndices' | 'openRepeats' = 'openIndices',
): Float32Array => {
  wasm[open](stride, height);
  const { buffer } = wasm.bytes();
  new Uint16Array(buffer, wasm.wantedIndices(), wanted.length).set(wanted);
  new Float64Array(buffer, wasm.levelsOfColours(), levels.length).set(levels);
  wasm.findShares();
  return new Float32Array(buffer, wasm.errorShares(), wanted.length);
};

/** Indices, and `rowStart` in place of each filter byte. */
export const markedRows = (rows: Uint8Array, stride: number): Uint16Array => {
  const marked = new Uint16Array(rows);
  for (let at = 0; at < marked.length; at += stride) marked[at] = rowStart;
  return marked;
};
