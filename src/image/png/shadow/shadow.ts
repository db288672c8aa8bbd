import type { StoredPixels } from '../../wasm/stored-pixels.ts';
import { visibleBox } from '../../wasm/visible-box.ts';
import type { Rectangle, Size } from '../../rectangle.ts';
import { eachSoftAlpha } from './soft-alpha.ts';

/** A shadow or glow: pixels of one colour, of which the alpha alone changes. */
export type Shadow = Readonly<{
  /** Its level in each band but alpha. */
  colour: readonly number[];
  /** The highest alpha that it has. */
  mostAlpha: number;
  /** The part of the picture outside of which it is clear, with some of what is clear. */
  part: Rectangle;
}>;

/** The shadow of a picture whose alpha has soft slopes (`hasSoftAlpha`); undefined where these have many colours. */
export const shadowOf = (pixels: StoredPixels): Shadow | undefined => {
  const bands = pixels.bands - 1;
  const weights = Array.from({ length: bands }, () => new Float64Array(256));
  eachSoftAlpha(pixels, (row, at) => {
    for (let band = 0; band < bands; band++) weights[band]![row[at + band]!]! += row[at + bands]!;
  });
  const colour = weights.map(medianOf);
  const counts = new Float64Array(256);
  eachSoftAlpha(pixels, (row, at) => {
    const alpha = row[at + bands]!;
    if (alpha <= lastAlpha && hasColour(colour, row, at)) counts[alpha]! += 1;
  });
  const own = sum(counts.map((count, alpha) => count * alpha));
  if (own <= sum(weights[0]!) * leastShare) return undefined;
  const least = sum(counts) * rare;
  const mostAlpha = counts.findLastIndex((count) => count > least);
  const part = widened(visibleBox(pixels), pixels);
  return { colour, mostAlpha: Math.min(lastAlpha, mostAlpha + unseen), part };
};

/** By one pixel on each side that has more. */
const widened = ({ left, top, width, height }: Rectangle, whole: Size): Rectangle => {
  const [start, end] = [Math.max(0, left - 1), Math.min(whole.width, left + width + 1)];
  const [first, last] = [Math.max(0, top - 1), Math.min(whole.height, top + height + 1)];
  return { left: start, top: first, width: end - start, height: last - first };
};

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** The level that half of the weight is below. */
const medianOf = (weights: Float64Array): number => {
  let left = sum(weights) / 2;
  return weights.findIndex((weight) => (left -= weight) <= 0);
};

/** Whether the pixel at `at` of a row belongs to a shadow. */
export const isShadow = (shadow: Shadow, row: Uint8Array, at: number): boolean => {
  const alpha = row[at + shadow.colour.length]!;
  return alpha > 0 && alpha <= shadow.mostAlpha && hasColour(shadow.colour, row, at);
};

/** Whether a pixel has a colour, nearly: what is nearly clear may have any. */
const hasColour = (colour: readonly number[], row: Uint8Array, at: number): boolean => {
  const alpha = row[at + colour.length]!;
  for (let band = 0; band < colour.length; band++) {
    if (Math.abs(row[at + band]! - colour[band]!) * alpha > likeness) return false;
  }
  return true;
};

/** The colours of a palette that stand for a shadow, each for some levels of alpha. */
export const shadowColours = ({ mostAlpha }: Shadow): number => shadowColourOf(mostAlpha) + 1;

/** Which of them stands for an alpha. */
export const shadowColourOf = (alpha: number): number => Math.floor((alpha - 1) / alphaStep);

/** The alpha of one. */
export const alphaOfShadow = (index: number): number => index * alphaStep + 1;

/** With steps of three levels, black shadows show bands. */
const alphaStep = 2;

/** A quarter of a palette is enough for a shadow. */
const lastAlpha = 128;

/** The share of a shadow's pixels that have its highest alpha, at least. */
const rare = 0.0001;

/** Levels of alpha by which pixels of other rows than the sampled ones may have more. */
const unseen = 2;

/** The share of what the soft slopes cover that one colour has, at least. */
const leastShare = 0.5;

/** Three levels of a band that is multiplied by alpha. */
const likeness = 3 * 255;
