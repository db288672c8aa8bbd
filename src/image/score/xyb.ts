import type { Size } from '../geometry.ts';
import type { StoredPixels } from '../kernels/stored-pixels.ts';
import type { Raster } from '../raster.ts';

/** Linear sRGB: three planes of values from 0 to 1, one value a pixel. */
export type LinearRgb = Size &
  Readonly<{ red: Float32Array; green: Float32Array; blue: Float32Array }>;

/** The linear value of each of the 256 levels of sRGB. Source: IEC 61966-2-1. */
export const linearOfLevel = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The picture in linear sRGB, blended with a grey `backdrop` (0 to 255) where it is transparent. */
export const linearRgbOf = (picture: Raster, backdrop: number): LinearRgb => {
  const { width, height, bands, data } = picture;
  const [green, blue] = bands < 3 ? [0, 0] : [1, 2];
  const hasAlpha = bands === 2 || bands === 4;
  const linear = blankOf(width, height);
  for (let pixel = 0, at = 0; at < data.length; pixel++, at += bands) {
    const opacity = hasAlpha ? data[at + bands - 1]! : 255;
    linear.red[pixel] = linearOfLevel[blended(data[at]!, opacity, backdrop)]!;
    linear.green[pixel] = linearOfLevel[blended(data[at + green]!, opacity, backdrop)]!;
    linear.blue[pixel] = linearOfLevel[blended(data[at + blue]!, opacity, backdrop)]!;
  }
  return linear;
};

const blankOf = (width: number, height: number): LinearRgb => ({
  width,
  height,
  red: new Float32Array(width * height),
  green: new Float32Array(width * height),
  blue: new Float32Array(width * height),
});

const blended = (level: number, opacity: number, backdrop: number): number =>
  opacity === 255 ? level : Math.round((level * opacity + backdrop * (255 - opacity)) / 255);

/** Half the size in each direction, rounded up: means of 2x2 pixels. An odd last row or column is repeated. */
export const halved = (linear: LinearRgb): LinearRgb => {
  const half = blankOf((linear.width + 1) >> 1, (linear.height + 1) >> 1);
  halve(linear.red, half.red, linear);
  halve(linear.green, half.green, linear);
  halve(linear.blue, half.blue, linear);
  return half;
};

const halve = (from: Float32Array, to: Float32Array, { width, height }: Size): void => {
  let at = 0;
  for (let y = 0; y < height; y += 2) {
    const upper = y * width;
    const lower = y + 1 < height ? upper + width : upper;
    for (let x = 0; x < width; x += 2, at++) {
      const next = x + 1 < width ? x + 1 : x;
      const above = from[upper + x]! + from[upper + next]!;
      to[at] = (above + from[lower + x]! + from[lower + next]!) / 4;
    }
  }
};

/** Planes of XYB: brightness (Y), red against green (X), blue against brightness (B). */
export type PlaneName = 'luma' | 'redGreen' | 'blueYellow';
export type Planes = Readonly<Partial<Record<PlaneName, Float32Array>>>;

/** Brings the narrow red-green plane to the range of the others. */
const redGreenGain = 7;

/**
 * The planes of XYB, the colour space of JPEG XL: differences and means of the cube roots of the three
 * cone responses. Source of the cone weights: ISO/IEC 18181-1.
 */
export const xybOf = ({ width, height, red, green, blue }: LinearRgb): Required<Planes> => {
  const count = width * height;
  const luma = new Float32Array(count);
  const redGreen = new Float32Array(count);
  const blueYellow = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const r = red[at]!;
    const g = green[at]!;
    const b = blue[at]!;
    const long = cubeRoot(0.3 * r + 0.622 * g + 0.078 * b);
    const medium = cubeRoot(0.23 * r + 0.692 * g + 0.078 * b);
    const short = cubeRoot(0.243 * r + 0.205 * g + 0.552 * b);
    const brightness = (long + medium) / 2;
    luma[at] = brightness;
    redGreen[at] = (long - medium) * redGreenGain;
    blueYellow[at] = short - brightness;
  }
  return { luma, redGreen, blueYellow };
};

const rootSteps = 4096;

/** Added to each cone response, as in XYB: keeps the slope of the cube root finite at black. */
const darkNoise = 0.0038;

const roots = Float64Array.from({ length: rootSteps + 2 }, (_, step) =>
  Math.cbrt(step / rootSteps + darkNoise),
);

/** The cube root with the noise: interpolated in a table, then one step of Newton's method. Off by 0.00000001 at most. */
const cubeRoot = (value: number): number => {
  const place = value * rootSteps;
  const step = place | 0;
  const from = roots[step]!;
  const guess = from + (roots[step + 1]! - from) * (place - step);
  const square = guess * guess;
  return guess - (guess - (value + darkNoise) / square) / 3;
};

/** The luma plane of `xybOf` alone. */
export const lumaOf = ({ width, height, red, green, blue }: LinearRgb): Float32Array => {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at++) {
    const r = red[at]!;
    const g = green[at]!;
    const b = 0.078 * blue[at]!;
    luma[at] = (cubeRoot(0.3 * r + 0.622 * g + b) + cubeRoot(0.23 * r + 0.692 * g + b)) / 2;
  }
  return luma;
};

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
  const used = palette === undefined ? bands : 4;
  const count = Math.ceil(width / pixelStep);
  const data = new Uint8Array(count * used);
  let sum = 0;
  let rows = 0;
  for (let y = 0; y < height; y += pixelStep, rows++) {
    copy(0, y, width, row, 0);
    for (let pixel = 0; pixel < count; pixel++) {
      const at = pixel * pixelStep * bands;
      const from = palette === undefined ? at : row[at]! * 4;
      const levels = palette ?? row;
      for (let band = 0; band < used; band++) data[pixel * used + band] = levels[from + band]!;
    }
    for (const luma of lumaOf(
      linearRgbOf({ width: count, height: 1, bands: used, data }, ground),
    )) {
      sum += (luma - darkestLuma) ** 2;
    }
  }
  return sum / (rows * count);
};

/** Luma of black: the cube root of the noise that XYB adds. */
const darkestLuma = Math.cbrt(0.0038);
