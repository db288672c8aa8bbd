import type { Rectangle } from '../../../src/image/rectangle.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { isTransparent } from './is-transparent.ts';
import { scoreOfDistance } from '../../../src/image/score/distance.ts';
import {
  backdrops,
  type Likeness,
  type PlaneName,
  weightedTerms,
} from '../../../src/image/score/score.ts';

/**
 * The score and that of the worst place by their definitions, in 64-bit floats throughout and without
 * tables. It is the oracle of the pixel loops, of which it uses the weights and the last step alone.
 */
export const exactLikenessOf = (source: Raster, result: Raster): Likeness => {
  const views = backdrops.slice(0, isTransparent(source) || isTransparent(result) ? 2 : 1);
  const likenesses = views.map((backdrop) => likenessOn(backdrop, source, result));
  return {
    score: Math.min(...likenesses.map(({ score }) => score)),
    worstPlace: Math.min(...likenesses.map(({ worstPlace }) => worstPlace)),
  };
};

type Plane = Readonly<{ width: number; height: number; values: Float64Array }>;

/** The three errors of a plane, with the weights of their norms. */
type WeighedErrors = Readonly<{
  scale: number;
  weights: readonly number[];
  errors: readonly Plane[];
}>;

const likenessOn = (backdrop: number, source: Raster, result: Raster): Likeness => {
  let [from, to] = [linearOf(source, backdrop), linearOf(result, backdrop)];
  const all: WeighedErrors[] = [];
  for (let scale = 0; scale < 6; scale++) {
    for (const { plane, weights, ...term } of weightedTerms) {
      if (term.scale !== scale) continue;
      all.push({ scale, weights, errors: errorsOf(planeOf(from, plane), planeOf(to, plane)) });
    }
    [from, to] = [from.map(halved), to.map(halved)];
  }
  const { width, height } = source;
  const score = scoreWithin({ left: 0, top: 0, width, height }, all);
  if (width <= placeSide && height <= placeSide) return { score, worstPlace: score };
  const places = placesIn(source);
  return { score, worstPlace: Math.min(...places.map((at) => scoreWithin(at, all))) };
};

const placeSide = 128;

/** 128x128 pixels in steps of 32, as far as the first ones that reach an edge. */
const placesIn = ({ width, height }: Raster): readonly Rectangle[] => {
  const startsOf = (side: number): readonly number[] =>
    Array.from({ length: Math.max(1, Math.ceil(side / 32) - 3) }, (_, index) => index * 32);
  return startsOf(height).flatMap((top) =>
    startsOf(width).map((left) => ({ left, top, width: placeSide, height: placeSide })),
  );
};

const scoreWithin = (
  { left, top, width, height }: Rectangle,
  all: readonly WeighedErrors[],
): number => {
  let distance = 0;
  for (const { scale, weights, errors } of all) {
    const [fromX, fromY] = [left / 2 ** scale, top / 2 ** scale];
    const [toX, toY] = [(left + width) / 2 ** scale, (top + height) / 2 ** scale];
    const norms = errors.flatMap((plane) => normsOf(valuesIn(plane, { fromX, fromY, toX, toY })));
    for (const [norm, weight] of weights.entries()) distance += weight * norms[norm]!;
  }
  return scoreOfDistance(distance);
};

type Bounds = Readonly<Record<'fromX' | 'fromY' | 'toX' | 'toY', number>>;

/** The values at x from `fromX` to below `toX`, and at y in the same way. */
const valuesIn = ({ width, height, values }: Plane, bounds: Bounds): number[] => {
  const inside: number[] = [];
  for (let y = Math.ceil(bounds.fromY); y < Math.min(bounds.toY, height); y++) {
    for (let x = Math.ceil(bounds.fromX); x < Math.min(bounds.toX, width); x++) {
      inside.push(values[y * width + x]!);
    }
  }
  return inside;
};

/** The norms of powers 1 and 4. */
const normsOf = (values: readonly number[]): readonly number[] => {
  let [sum, fourths] = [0, 0];
  for (const value of values) {
    sum += value;
    fourths += (value * value) ** 2;
  }
  return [sum / values.length, (fourths / values.length) ** 0.25];
};

/** Red, green and blue in linear light. */
const linearOf = ({ width, height, bands, data }: Raster, backdrop: number): readonly Plane[] =>
  [0, 1, 2].map((colour) => {
    const values = Float64Array.from({ length: width * height }, (_, pixel) => {
      const at = pixel * bands;
      const opacity = bands % 2 === 0 ? data[at + bands - 1]! : 255;
      const level = data[at + (bands < 3 ? 0 : colour)]!;
      const blended = Math.round((level * opacity + backdrop * (255 - opacity)) / 255) / 255;
      return blended <= 0.04045 ? blended / 12.92 : ((blended + 0.055) / 1.055) ** 2.4;
    });
    return { width, height, values };
  });

const halved = ({ width, height, values }: Plane): Plane => {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const at = (x: number, y: number): number =>
    values[Math.min(y, height - 1) * width + Math.min(x, width - 1)]!;
  return {
    ...half,
    values: Float64Array.from({ length: half.width * half.height }, (_, pixel) => {
      const x = 2 * (pixel % half.width);
      const y = 2 * Math.floor(pixel / half.width);
      return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4;
    }),
  };
};

const planeOf = ([red, green, blue]: readonly Plane[], name: PlaneName): Plane => {
  const cone = (pixel: number, r: number, g: number, b: number): number =>
    Math.cbrt(
      r * red!.values[pixel]! + g * green!.values[pixel]! + b * blue!.values[pixel]! + 0.0038,
    );
  const values = red!.values.map((_, pixel) => {
    const long = cone(pixel, 0.3, 0.622, 0.078);
    const medium = cone(pixel, 0.23, 0.692, 0.078);
    if (name === 'luma') return (long + medium) / 2;
    if (name === 'redGreen') return (long - medium) * 7;
    return cone(pixel, 0.243, 0.205, 0.552) - (long + medium) / 2;
  });
  return { ...red!, values };
};

/** Structure lost, by SSIM's own formula, edges added, edges lost. */
const errorsOf = (one: Plane, other: Plane): readonly Plane[] => {
  const mean1 = windowed(one);
  const mean2 = windowed(other);
  const square1 = windowed(product(one, one));
  const square2 = windowed(product(other, other));
  const joint = windowed(product(one, other));
  const errors = [0, 1, 2].map(() => new Float64Array(mean1.length));
  for (let at = 0; at < mean1.length; at++) {
    const [before, after] = [mean1[at]!, mean2[at]!];
    const variances = square1[at]! - before ** 2 + square2[at]! - after ** 2;
    const alike = 2 * (joint[at]! - before * after) + 0.0009;
    const structure = 1 - ((1 - (after - before) ** 2) * alike) / (variances + 0.0009);
    const edge = Math.abs(one.values[at]! - before);
    const change = (1 + Math.abs(other.values[at]! - after)) / (1 + edge) - 1;
    errors[0]![at] = Math.max(0, structure);
    errors[1]![at] = Math.max(0, change);
    errors[2]![at] = Math.max(0, -change);
  }
  const { width, height } = one;
  return errors.map((values) => ({ width, height, values }));
};

const product = (one: Plane, other: Plane): Plane => ({
  ...one,
  values: one.values.map((value, at) => value * other.values[at]!),
});

const weights = [0.0478, 0.1197, 0.2077, 0.2496, 0.2077, 0.1197, 0.0478];

/** The weighted means of windows of 7x7, with the outermost pixels repeated beyond the edges. */
const windowed = ({ width, height, values }: Plane): Float64Array => {
  const columns = new Float64Array(values.length);
  const means = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let step = 0; step < weights.length; step++) {
      const row = Math.min(height - 1, Math.max(0, y + step - 3));
      columns[at]! += weights[step]! * values[row * width + x]!;
    }
  }
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let step = 0; step < weights.length; step++) {
      const column = Math.min(width - 1, Math.max(0, x + step - 3));
      means[at]! += weights[step]! * columns[y * width + column]!;
    }
  }
  return means;
};
