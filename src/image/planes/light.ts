import { linearOfLevel } from '../score/xyb.ts';

/** Entries of the tables below for each level of sRGB. */
export const stepsPerLevel = 16;
export const lastStep = 255 * stepsPerLevel;

/** What the channels add to brightness: the mean of the long and the middle cones (`xybOf`). */
const shares = { red: 0.265, green: 0.657, blue: 0.078 } as const;

/** Linear light by sixteenths of a level, from 0 to 255. */
export const linearOfStep = Float32Array.from({ length: lastStep + 1 }, (_, step) => {
  const below = Math.floor(step / stepsPerLevel);
  const share = step / stepsPerLevel - below;
  return linearOfLevel[below]! * (1 - share) + (linearOfLevel[below + 1] ?? 0) * share;
});

/** How much light one more level adds; nothing at 255, where a channel is cut off. */
const riseOfStep = Float32Array.from({ length: lastStep + 1 }, (_, step) => {
  const below = Math.floor(step / stepsPerLevel);
  return below < 255 && step > 0 ? linearOfLevel[below + 1]! - linearOfLevel[below]! : 0;
});

/** Most levels by which a channel that is cut off at 255 is above that, and less luma soon darkens it. */
export const nearLevels = 4;
export const lastFall = lastStep + nearLevels * stepsPerLevel;

/** How much light one level less takes away; nothing beyond `nearLevels` above 255. */
const fallOfStep = Float32Array.from({ length: lastFall + 1 }, (_, step) =>
  step < lastStep ? riseOfStep[step]! : step < lastFall ? riseOfStep[lastStep - 1]! : 0,
);

const times = (table: Float32Array, factor: number): Float32Array =>
  table.map((value) => value * factor);

/** Brightness that each channel adds, by sixteenths of a level, and its rise with a level. */
export const brightness = {
  red: times(linearOfStep, shares.red),
  green: times(linearOfStep, shares.green),
  blue: times(linearOfStep, shares.blue),
} as const;
export const brightnessRise = {
  red: times(riseOfStep, shares.red),
  green: times(riseOfStep, shares.green),
  blue: times(riseOfStep, shares.blue),
} as const;
export const brightnessFall = {
  red: times(fallOfStep, shares.red),
  green: times(fallOfStep, shares.green),
  blue: times(fallOfStep, shares.blue),
} as const;

/** Level of sRGB (0 to 255, with fractions) of linear light from 0 to 1. */
export const levelOfLinear = (linear: number): number =>
  levelOfRoot[Math.round(Math.sqrt(linear) * rootSteps)]!;

const rootSteps = 8192;

/** By square roots, which are about as far apart as levels. Source: IEC 61966-2-1. */
const levelOfRoot = Float32Array.from({ length: rootSteps + 2 }, (_, root) => {
  const linear = (root / rootSteps) ** 2;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
});
