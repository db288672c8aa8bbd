import { bytesOf } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { Raster } from '../raster.ts';
import { chunksOf, hasValidCrc } from './chunks.ts';
import { pngHeaderOf, type PngHeader } from './header.ts';
import { decodePng, pngOfRows } from './pixels.ts';

/**
 * A PNG that looks like this one and takes less space, of the same kind; a lossless encoder of PNGs makes
 * it smaller still. `quality` is 100 (nothing is lost) to 0, of which 20 less double the step that errors
 * are rounded to. Undefined for kinds that it does not read: with a palette or one transparent colour,
 * interlaced, of other than 8 bits, or of more than `maxBytes` at 4 bytes a pixel.
 * @throws ServiceError `decode_failed` for a damaged PNG.
 */
export const lossyPng = (
  bytes: Uint8Array,
  quality: number,
  maxBytes: number,
): Uint8Array | undefined => {
  if (!isLossyPngSource(bytes, maxBytes)) return undefined;
  return lossyPngOf(decodePng(bytes, maxBytes), quality, lossyRows);
};

/** The same of its pixels, with rows as `lossyRows` makes them. */
export const lossyPngOf = <Picture extends Omit<Raster, 'data'>>(
  picture: Picture,
  quality: number,
  rowsOf: (picture: Picture, step: number) => Uint8Array,
): Uint8Array => pngOfRows(picture, rowsOf(picture, stepOf(quality)), quickLevel);

/** Another encoder compresses the result. What it makes of it depends on its filters alone. */
const quickLevel = 1;

/** Levels of 256. */
const stepOf = (quality: number): number => 2 ** ((100 - quality) / 20);

/**
 * Whether a PNG is of a kind that `lossyPng` reads. Its pixels are not looked at.
 * @throws ServiceError `decode_failed` where a chunk is damaged.
 */
export const isLossyPngSource = (bytes: Uint8Array, maxBytes: number): boolean => {
  const source = bytesOf(bytes);
  let header: PngHeader | undefined;
  let isKnownKind = true;
  for (const chunk of chunksOf(source)) {
    if (!hasValidCrc(chunk, source)) throw decodeFailed(`PNG has a damaged ${chunk.name} chunk.`);
    if (header === undefined) {
      header = pngHeaderOf(chunk, source);
      const { width, height, colour, bitDepth } = header;
      const [interlace] = chunk.data.read(12, 1);
      isKnownKind = colour !== 'palette' && bitDepth === 8 && interlace === 0;
      isKnownKind &&= width * height * 4 <= maxBytes;
    } else if (chunk.name === 'tRNS') isKnownKind = false;
  }
  return isKnownKind;
};

/**
 * The rows of a PNG, each behind its filter byte, of a picture that looks like `raster` and takes less
 * space: differences to the predicted levels are rounded to multiples of `step` levels. Each error is
 * spread over the pixels to come (error diffusion with Sierra's weights), so that means stay right and
 * neither bands nor a cast of colour appear.
 *
 * Flat areas and alpha stay exact. Where alpha is 0, colours are as predicted. All rows have the filter
 * Average: after rounding, its predictions take all levels, those of the other filters only multiples of
 * `step`. The idea is that of lossypng and pngloss.
 */
export const lossyRows = (picture: Raster, step: number): Uint8Array => {
  const { width, height, bands, data } = picture;
  const rowBytes = width * bands;
  const colours = bands % 2 === 0 ? bands - 1 : bands;
  const rows = new Uint8Array((rowBytes + 1) * height);
  const margin = reach * bands;
  const noErrors = (): Errors => new Float64Array(rowBytes + 2 * margin);
  let errors: ErrorRows = [noErrors(), noErrors(), noErrors()];
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const from = y * rowBytes;
    const to = y * (rowBytes + 1) + 1;
    const [now, next, afterNext] = errors;
    rows[to - 1] = averageFilter;
    for (let x = 0; x < rowBytes; x += bands) {
      const isVisible = colours === bands || data[from + x + colours] !== 0;
      const isExact = isFlat(data, rowBytes, margin, bands, x, y);
      for (let band = 0; band < bands; band++) {
        const at = x + band;
        const wanted = data[from + at]!;
        const left = x === 0 ? 0 : row[at - bands]!;
        const predicted = (left + above[at]!) >> 1;
        let level = wanted;
        if (band < colours && !isVisible) level = predicted;
        else if (band < colours && !isExact) {
          const corrected = wanted + now[at + margin]!;
          level = nearestLevel(predicted, corrected, step);
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

/** Pixels to each side that an error is spread to, and that tell whether a pixel is in a flat area. */
const reach = 2;

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

/** The level nearest to `wanted` that is a number of steps from `predicted`. */
const nearestLevel = (predicted: number, wanted: number, step: number): number => {
  const steps = Math.round((wanted - predicted) / step);
  const level = predicted + Math.round(steps * step);
  return level < 0 ? 0 : level > 255 ? 255 : level;
};

/** An error that is larger, as at the ends of the scale, would show where it is made good. */
const mostSpread = 32;

/** Sierra's weights, in 32nds: 5 3 to the right, 2 4 5 4 2 in the next row, 2 3 2 in the one after. */
const spread = (
  now: Errors,
  next: Errors,
  afterNext: Errors,
  at: number,
  bands: number,
  error: number,
): void => {
  const bounded = error > mostSpread ? mostSpread : error < -mostSpread ? -mostSpread : error;
  const part = bounded / 32;
  const far = reach * bands;
  now[at + bands]! += part * 5;
  now[at + far]! += part * 3;
  next[at - far]! += part * 2;
  next[at - bands]! += part * 4;
  next[at]! += part * 5;
  next[at + bands]! += part * 4;
  next[at + far]! += part * 2;
  afterNext[at - bands]! += part * 2;
  afterNext[at]! += part * 3;
  afterNext[at + bands]! += part * 2;
};
