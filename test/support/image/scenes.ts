import type { Raster } from '../../../src/image/raster.ts';
import type { Size } from '../../../src/image/rectangle.ts';
import { randomNumbers } from '../random.ts';
import { drawing } from './drawings.ts';

/** A sky that darkens softly over grainy hills with a red roof: smooth, busy and sharp parts, but no fine colour. */
export const scene = (size: Size): Raster => {
  const random = randomNumbers(7);
  return drawing(size, 3, (x, y) => {
    const [across, down] = [x / size.width, y / size.height];
    if (across > 0.6 && across < 0.85 && down > 0.4 && down < 0.7) {
      return y % 8 < 2 ? [140, 10, 20] : [205, 30, 35];
    }
    const hill = down > 0.5 + 0.1 * Math.sin(across * 9);
    const grain = random(60);
    return hill ? [50 + grain, 90 + grain, 30 + grain / 2] : [90 + 90 * down, 140 + 70 * down, 225];
  });
};

/** The picture with each level changed by `change`; alpha is left alone. */
export const changed = (
  picture: Raster,
  change: (level: number, x: number, y: number, band: number) => number,
): Raster => {
  const { width, bands } = picture;
  const data = Uint8ClampedArray.from(picture.data, (level, at) => {
    const [pixel, band] = [Math.floor(at / bands), at % bands];
    const isAlpha = bands % 2 === 0 && band === bands - 1;
    return isAlpha ? level : change(level, pixel % width, Math.floor(pixel / width), band);
  });
  return { ...picture, data: new Uint8Array(data.buffer) };
};

/** Each pixel the mean of those at most `reach` to its left and right. */
export const blurred = (picture: Raster, reach: number): Raster =>
  changed(picture, (_, x, y, band) => {
    let sum = 0;
    for (let step = -reach; step <= reach; step++) {
      const column = Math.min(picture.width - 1, Math.max(0, x + step));
      sum += picture.data[(y * picture.width + column) * picture.bands + band]!;
    }
    return sum / (2 * reach + 1);
  });

/** Noise of at most `levels` up or down. */
export const noisy = (picture: Raster, levels: number): Raster => {
  const random = randomNumbers(11);
  return changed(picture, (level) => level - levels + random(2 * levels + 1));
};

/** Levels rounded to multiples of `step`. */
export const banded = (picture: Raster, step: number): Raster =>
  changed(picture, (level) => Math.round(level / step) * step);

/** Colour differences as means of blocks of `side` pixels, brightness kept: what coarse chroma does. */
export const bled = (picture: Raster, side: number): Raster => {
  const { width, height, data } = picture;
  const meansOf = (band: number, left: number, top: number): number => {
    let sum = 0;
    let count = 0;
    for (let y = top; y < Math.min(height, top + side); y++) {
      for (let x = left; x < Math.min(width, left + side); x++, count++) {
        sum += data[(y * width + x) * 3 + band]! - lumaAt(picture, x, y);
      }
    }
    return sum / count;
  };
  return changed(
    picture,
    (_, x, y, band) => lumaAt(picture, x, y) + meansOf(band, x - (x % side), y - (y % side)),
  );
};

const lumaAt = ({ width, data }: Raster, x: number, y: number): number => {
  const at = (y * width + x) * 3;
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
};

/** The same colours with an alpha channel, of which `alphaAt` tells every pixel. */
export const withAlpha = (
  { width, height, data }: Raster,
  alphaAt: (x: number, y: number) => number,
): Raster =>
  drawing({ width, height }, 4, (x, y) => {
    const at = (y * width + x) * 3;
    return [...data.subarray(at, at + 3), alphaAt(x, y)];
  });
