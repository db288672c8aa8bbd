import type { Raster } from '../../../src/image/raster.ts';

/** What `lossyRows` makes, sample by sample: errors are spread as they arise. */
export const exactLossyRows = (picture: Raster, step: number): Uint8Array => {
  const { width, height, bands, data } = picture;
  const rowBytes = width * bands;
  const colours = bands % 2 === 0 ? bands - 1 : bands;
  const roundUp = colours === 1 ? roundUpOfGrey : roundUpOfColours;
  const rows = new Uint8Array((rowBytes + 1) * height);
  const margin = reach * bands;
  const noErrors = (): Errors => new Float64Array(rowBytes + 2 * margin);
  let errors: ErrorRows = [noErrors(), noErrors(), noErrors()];
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  const smoothIn = createSmooth(picture);
  for (let y = 0; y < height; y++) {
    const from = y * rowBytes;
    const to = y * (rowBytes + 1) + 1;
    const [now, next, afterNext] = errors;
    const smooth = smoothIn(y);
    rows[to - 1] = averageFilter;
    for (let x = 0; x < rowBytes; x += bands) {
      const isVisible = colours === bands || data[from + x + colours] !== 0;
      const isExact = isFlat(data, rowBytes, margin, bands, x, y);
      const halves = smooth[x / bands] === 1 ? 1 : 2;
      for (let band = 0; band < bands; band++) {
        const at = x + band;
        const wanted = data[from + at]!;
        const left = x === 0 ? 0 : row[at - bands]!;
        const predicted = (left + above[at]!) >> 1;
        let level = wanted;
        if (band < colours && !isVisible) level = predicted;
        else if (band < colours && !isExact) {
          const corrected = wanted + now[at + margin]!;
          level = roundedLevel(predicted, corrected, step / 2, halves, roundUp[band]!);
          spread(now, next, afterNext, at + margin, bands, corrected - level);
        }
        row[at] = level;
        rows[to + at] = level - predicted;
      }
    }
    [above, row] = [row, above];
    errors = [next, afterNext, now.fill(0)];
  }
  return rows;
};

/** Sums of the errors that the samples of a row are to make good, in levels, with a margin at both ends. */
type Errors = Float64Array;

/** Of this row and of the next two. */
type ErrorRows = readonly [Errors, Errors, Errors];

/** The filter type whose prediction is the mean of the samples to the left and above. PNG, section 9. */
const averageFilter = 3;

/**
 * Pixels to each side that an error is spread to, and that tell whether a pixel is in a flat or a smooth
 * area.
 */
const reach = 2;

/**
 * What is added to a number of steps before its fraction is cut off, of red, green and blue. The eye sees
 * errors of green most and those of blue least, and more zeros take fewer bytes.
 */
const roundUpOfColours = [0.4, 0.5, 0.2] as const;
const roundUpOfGrey = [0.5] as const;

/** Of the 15 pairs of neighbours around, a mean difference of 4 levels. Lumas count quarters of a level. */
const smoothBelow = 15 * 4 * 4;

/**
 * Tells of each pixel of a row, asked for from the first on, whether the picture is smooth around it: by
 * the differences of neighbours in this row and in the one above, and between them.
 */
const createSmooth = ({ width, bands, data }: Raster): ((y: number) => Uint8Array) => {
  const smooth = new Uint8Array(width);
  const changes = new Int32Array(width + 2 * reach);
  let lumas = new Int32Array(width);
  let above = new Int32Array(width);
  return (y) => {
    [above, lumas] = [lumas, above];
    for (let x = 0, at = y * width * bands; x < width; x++, at += bands) {
      const luma = bands < 3 ? 4 * data[at]! : data[at]! + 2 * data[at + 1]! + data[at + 2]!;
      lumas[x] = luma;
      let change = Math.abs(luma - above[x]!);
      if (x > 0) change += Math.abs(luma - lumas[x - 1]!) + Math.abs(above[x]! - above[x - 1]!);
      changes[x + reach] = change;
    }
    let sum = 0;
    for (let x = -reach; x < width; x++) {
      sum += changes[x + 2 * reach]!;
      if (x < 0) continue;
      smooth[x] = sum < smoothBelow ? 1 : 0;
      sum -= changes[x]!;
    }
    return smooth;
  };
};

/**
 * Whether all pixels around, in this row and the one above, have one colour. `x` counts samples. This and
 * `spread` take single values, since they run for each pixel, and an object would be made for each.
 */
const isFlat = (
  data: Uint8Array,
  rowBytes: number,
  margin: number,
  bands: number,
  x: number,
  y: number,
): boolean => {
  if (y === 0 || x < margin || x + margin >= rowBytes) return false;
  const pixel = y * rowBytes + x;
  for (let band = 0; band < bands; band++) {
    const level = data[pixel + band];
    for (let at = pixel + band - margin; at <= pixel + band + margin; at += bands) {
      if (data[at] !== level || data[at - rowBytes] !== level) return false;
    }
  }
  return true;
};

/** The level near `wanted` that is a number of `halves` half steps from `predicted`. */
const roundedLevel = (
  predicted: number,
  wanted: number,
  halfStep: number,
  halves: number,
  roundUp: number,
): number => {
  const steps = (wanted - predicted) / (halfStep * halves);
  const whole = Math.floor(Math.abs(steps) + roundUp) * halves;
  const level = predicted + Math.round((steps < 0 ? -whole : whole) * halfStep);
  return level < 0 ? 0 : level > 255 ? 255 : level;
};

/** An error that is larger, as at the ends of the scale, would show where it is made good. */
const mostSpread = 32;

/**
 * Spreads 27 of 35 parts: 2 3 to the right, 2 8 2 2 2 in the next row, 2 3 1 in the one after. The samples
 * to the left of and above another predict it, so what they give to it makes its difference larger.
 */
const spread = (
  now: Errors,
  next: Errors,
  afterNext: Errors,
  at: number,
  bands: number,
  error: number,
): void => {
  const bounded = error > mostSpread ? mostSpread : error < -mostSpread ? -mostSpread : error;
  const part = bounded / 35;
  const far = reach * bands;
  now[at + bands]! += part * 2;
  now[at + far]! += part * 3;
  next[at - far]! += part * 2;
  next[at - bands]! += part * 8;
  next[at]! += part * 2;
  next[at + bands]! += part * 2;
  next[at + far]! += part * 2;
  afterNext[at - bands]! += part * 2;
  afterNext[at]! += part * 3;
  afterNext[at + bands]! += part;
};
