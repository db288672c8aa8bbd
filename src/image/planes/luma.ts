import type { Raster } from '../raster.ts';
import { type Chroma, createEnlarging, createHalving, type Halving } from './chroma.ts';
import {
  brightness,
  brightnessFall,
  brightnessRise,
  lastFall,
  lastStep,
  linearOfStep,
  nearLevels,
  stepsPerLevel,
} from './light.ts';

/** Writes the luma of YUV (BT.601, limited range) of each pixel, and the colour of the mean of 2x2 pixels. */
export const writeStart = (picture: Raster, luma: Float32Array, chroma: Chroma): void => {
  const { width, height, bands, data } = picture;
  const [toGreen, toBlue] = bands < 3 ? [0, 0] : [1, 2];
  const { row, endRow } = createHalving(picture, chroma);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const red = data[at * bands]!;
      const green = data[at * bands + toGreen]!;
      const blue = data[at * bands + toBlue]!;
      luma[at] = 16 + 0.25679 * red + 0.50413 * green + 0.09791 * blue;
      row.red[x] = linearOfStep[red * stepsPerLevel]!;
      row.green[x] = linearOfStep[green * stepsPerLevel]!;
      row.blue[x] = linearOfStep[blue * stepsPerLevel]!;
    }
    endRow(y);
  }
};

/**
 * Changes the luma of each pixel so that the pixel is as bright as in `picture` once it is shown with this
 * chroma, by `newtonSteps` of Newton's method. `shown` takes the colour of the means of 2x2 pixels then.
 */
export const fitLuma = (
  picture: Raster,
  luma: Float32Array,
  chroma: Chroma,
  { newtonSteps, shown }: Readonly<{ newtonSteps: number; shown?: Chroma }>,
): void => {
  const { width, height, bands, data } = picture;
  const [toGreen, toBlue] = bands < 3 ? [0, 0] : [1, 2];
  const halving = shown && createHalving(picture, shown);
  const enlarge = createEnlarging(picture, chroma);
  const [u, v] = [new Float32Array(width), new Float32Array(width)];
  for (let y = 0; y < height; y++) {
    enlarge(chroma.u, y, u);
    enlarge(chroma.v, y, v);
    for (let x = 0, at = y * width, from = at * bands; x < width; x++, at++, from += bands) {
      const wanted =
        brightness.red[data[from]! * stepsPerLevel]! +
        brightness.green[data[from + toGreen]! * stepsPerLevel]! +
        brightness.blue[data[from + toBlue]! * stepsPerLevel]!;
      // In steps of the tables, as the colours below: 16 times a level.
      const ofU = u[x]! - grey;
      const ofV = v[x]! - grey;
      const red = 1.59603 * ofV;
      const green = -0.39176 * ofU - 0.81297 * ofV;
      const blue = 2.01723 * ofU;
      let value = luma[at]!;
      for (let step = 0; step < newtonSteps; step++) {
        const base = lumaSteps * (value - 16);
        const r = stepAt(base + red);
        const g = stepAt(base + green);
        const b = stepAt(base + blue);
        const missing = wanted - brightness.red[r]! - brightness.green[g]! - brightness.blue[b]!;
        const rise =
          missing > 0
            ? brightnessRise.red[r]! + brightnessRise.green[g]! + brightnessRise.blue[b]!
            : brightnessFall.red[stepAt(base + red, lastFall)]! +
              brightnessFall.green[stepAt(base + green, lastFall)]! +
              brightnessFall.blue[stepAt(base + blue, lastFall)]!;
        const change = missing / (levelsPerLuma * Math.max(rise, leastRise));
        value += Math.min(mostRise, Math.max(mostFall, change));
        value = Math.min(255, Math.max(0, value));
      }
      luma[at] = value;
      if (halving !== undefined) showPixel(halving, x, lumaSteps * (value - 16), red, green, blue);
    }
    halving?.endRow(y);
  }
};

const showPixel = (
  { row }: Halving,
  x: number,
  base: number,
  red: number,
  green: number,
  blue: number,
): void => {
  row.red[x] = linearOfStep[stepAt(base + red)]!;
  row.green[x] = linearOfStep[stepAt(base + green)]!;
  row.blue[x] = linearOfStep[stepAt(base + blue)]!;
};

/** What planes are made with: the functions above, or kernels that agree with them within a level. */
export type PlaneFitting = Readonly<{ writeStart: typeof writeStart; fitLuma: typeof fitLuma }>;

export const plainFitting: PlaneFitting = { writeStart, fitLuma };

/** Chroma without colour, in steps. */
const grey = 128 * stepsPerLevel;

/** Levels of sRGB by which one more of limited luma changes a pixel. */
const levelsPerLuma = 255 / 219;
const lumaSteps = levelsPerLuma * stepsPerLevel;

/** Where all channels are cut off, no luma helps. */
const leastRise = 0.0003;

/** A step never passes channels that are cut off and counted as unchanging. */
const mostFall = -nearLevels / levelsPerLuma;

/** Light rises faster the brighter a pixel is, so that a long step would pass the goal. */
const mostRise = 16;

const stepAt = (step: number, last = lastStep): number =>
  step < 0 ? 0 : step > last ? last : step | 0;
