import type { Size } from '../geometry.ts';
import type { Picture } from '../pixmap.ts';

/** Linear light of the three primaries, 0 to 1, one number a pixel. */
export type Light = Size & Readonly<{ red: Float32Array; green: Float32Array; blue: Float32Array }>;

/** Linear light of the 256 levels of sRGB. Source: IEC 61966-2-1. */
const lightOfLevel = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The picture in linear light, laid over a grey `ground` (0 to 255) where it is transparent. */
export const lightOf = (picture: Picture, ground: number): Light => {
  const { width, height, bands, data } = picture;
  const [green, blue] = bands < 3 ? [0, 0] : [1, 2];
  const hasAlpha = bands === 2 || bands === 4;
  const light = darkness(width, height);
  for (let pixel = 0, at = 0; at < data.length; pixel++, at += bands) {
    const opacity = hasAlpha ? (data[at + bands - 1] ?? 0) : 255;
    light.red[pixel] = lightOfLevel[laidOver(data[at] ?? 0, opacity, ground)] ?? 0;
    light.green[pixel] = lightOfLevel[laidOver(data[at + green] ?? 0, opacity, ground)] ?? 0;
    light.blue[pixel] = lightOfLevel[laidOver(data[at + blue] ?? 0, opacity, ground)] ?? 0;
  }
  return light;
};

const darkness = (width: number, height: number): Light => ({
  width,
  height,
  red: new Float32Array(width * height),
  green: new Float32Array(width * height),
  blue: new Float32Array(width * height),
});

const laidOver = (level: number, opacity: number, ground: number): number =>
  opacity === 255 ? level : Math.round((level * opacity + ground * (255 - opacity)) / 255);

/** Half the size in each direction, rounded up, by means of 2x2 pixels; the last row or column stands for itself twice. */
export const halved = (light: Light): Light => {
  const half = darkness((light.width + 1) >> 1, (light.height + 1) >> 1);
  halve(light.red, half.red, light);
  halve(light.green, half.green, light);
  halve(light.blue, half.blue, light);
  return half;
};

const halve = (from: Float32Array, to: Float32Array, { width, height }: Size): void => {
  let at = 0;
  for (let y = 0; y < height; y += 2) {
    const upper = y * width;
    const lower = y + 1 < height ? upper + width : upper;
    for (let x = 0; x < width; x += 2, at++) {
      const next = x + 1 < width ? x + 1 : x;
      const above = (from[upper + x] ?? 0) + (from[upper + next] ?? 0);
      to[at] = (above + (from[lower + x] ?? 0) + (from[lower + next] ?? 0)) / 4;
    }
  }
};

/** The planes in which eyes see: brightness, red against green, blue against brightness. */
export type PlaneName = 'luma' | 'redGreen' | 'blueYellow';
export type Planes = Readonly<Partial<Record<PlaneName, Float32Array>>>;

/** What the eye's dark noise adds to each of its signals; keeps the cube root from being steep at black. */
const darkNoise = 0.0038;
/** Brings the faint red-green signal to the range of the others. */
const redGreenGain = 7;

/**
 * The light as eyes' three kinds of receptors answer it (cube roots), in opponent planes: the colour
 * space XYB of JPEG XL (ISO/IEC 18181-1), from which the receptors' shares are.
 */
export const opponentsOf = ({ width, height, red, green, blue }: Light): Required<Planes> => {
  const count = width * height;
  const luma = new Float32Array(count);
  const redGreen = new Float32Array(count);
  const blueYellow = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const r = red[at] ?? 0;
    const g = green[at] ?? 0;
    const b = blue[at] ?? 0;
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

/** The first of the opponent planes by itself. */
export const lumaOf = ({ width, height, red, green, blue }: Light): Float32Array => {
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at++) {
    const r = red[at] ?? 0;
    const g = green[at] ?? 0;
    const b = 0.078 * (blue[at] ?? 0);
    luma[at] = (cubeRoot(0.3 * r + 0.622 * g + b) + cubeRoot(0.23 * r + 0.692 * g + b)) / 2;
  }
  return luma;
};

const rootSteps = 4096;
const roots = Float32Array.from({ length: rootSteps + 2 }, (_, step) =>
  Math.cbrt(step / rootSteps + darkNoise),
);

/** The cube root from a table, between its entries in proportion. Off by less than 0.00002. */
const cubeRoot = (value: number): number => {
  const place = value * rootSteps;
  const step = place | 0;
  const from = roots[step] ?? 0;
  return from + ((roots[step + 1] ?? 0) - from) * (place - step);
};
