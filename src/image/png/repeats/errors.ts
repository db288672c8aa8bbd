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

/** Mean difference to the pixels around, in levels, that halves how much an error counts. */
const halvingDifference = 4;

/** An error in an edge would make it jagged. */
const leastShare = 0.2;

export const errorShares = (
  wanted: Uint16Array,
  levels: Float64Array,
  stride: number,
  height: number,
): Float32Array => {
  const shares = new Float32Array(wanted.length).fill(1);
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < stride; x++) {
      const at = y * stride + x;
      const own = wanted[at]! * 4;
      let [sum, count] = [0, 0];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(1, x - 1); column <= Math.min(stride - 1, x + 1); column++) {
          const other = wanted[row * stride + column]! * 4;
          sum += Math.abs(levels[other + 1]! - levels[own + 1]!);
          sum += Math.abs(levels[other + 3]! - levels[own + 3]!);
          count += 1;
        }
      }
      shares[at] = Math.max(leastShare, 1 / (1 + sum / count / halvingDifference));
    }
  }
  return shares;
};
