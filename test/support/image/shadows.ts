import type { Raster } from '../../../src/image/raster.ts';
import { randomNumbers } from '../random.ts';
import { drawing, type Levels } from './drawings.ts';

const size = { width: 120, height: 96 };

/** A block of many colours on a clear ground, with a soft shadow of one colour below it. */
export const withSoftShadow = (colour: Levels = [20, 20, 30]): Raster => {
  const noise = randomNumbers(7);
  return drawing(size, colour.length === 1 ? 2 : 4, (x, y) => {
    const isBlock = x > 30 && x < 80 && y > 6 && y < 50;
    if (isBlock)
      return [...colour.map((level, band) => level + (band + 1) * x + y + noise(9)), 255];
    const alpha = y < 54 ? 0 : Math.max(0, Math.round(84 - Math.hypot(x - 55, (y - 54) * 2)));
    return alpha === 0 ? [...colour.map(() => 0), 0] : [...colour, alpha];
  });
};
