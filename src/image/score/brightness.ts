import type { StoredPixels } from '../wasm/stored-pixels.ts';

/** The linear value of each of the 256 levels of sRGB. Source: IEC 61966-2-1. */
export const linearOfLevel = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** One of this many rows and columns is read. */
const pixelStep = 8;
/**
 * The ground of transparent pixels, a light grey: on white they cause about two thirds of the errors that
 * opaque white ones do, for nothing differs in most of them.
 */
const ground = 200;

/** The mean square of luma (Y of XYB), 0 for black, 0.46 for transparent and 0.71 for white pixels. */
export const brightnessOf = ({ width, height, bands, palette, copy }: StoredPixels): number => {
  const row = new Uint8Array(width * bands);
  const levels = palette ?? row;
  const used = palette === undefined ? bands : 4;
  let sum = 0;
  let count = 0;
  for (let y = 0; y < height; y += pixelStep) {
    copy(0, y, width, row, 0);
    for (let x = 0; x < width; x += pixelStep, count++) {
      const at = palette === undefined ? x * bands : row[x]! * 4;
      sum += (lumaAt(levels, at, used) - darkestLuma) ** 2;
    }
  }
  return sum / count;
};

/** Y of XYB: the mean of the responses of the long and the middle cones. Source of the weights: ISO/IEC 18181-1. */
const lumaAt = (levels: Uint8Array, at: number, bands: StoredPixels['bands']): number => {
  const opacity = bands % 2 === 1 ? 255 : levels[at + bands - 1]!;
  const linearAt = (band: number): number =>
    linearOfLevel[Math.round((levels[at + band]! * opacity + ground * (255 - opacity)) / 255)]!;
  const red = linearAt(0);
  const [green, blue] = bands < 3 ? [red, red] : [linearAt(1), linearAt(2)];
  const long = Math.cbrt(0.3 * red + 0.622 * green + 0.078 * blue + darkNoise);
  return (long + Math.cbrt(0.23 * red + 0.692 * green + 0.078 * blue + darkNoise)) / 2;
};

/** Added to each response, as in XYB: keeps the slope of the cube root finite at black. */
const darkNoise = 0.0038;

/** Luma of black. */
const darkestLuma = Math.cbrt(darkNoise);
