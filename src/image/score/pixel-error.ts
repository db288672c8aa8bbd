import type { Size } from '../rectangle.ts';
import { alphaAt, type Raster } from '../raster.ts';
import { bandingGrounds, maxBanding } from './banding.ts';

/** A picture of no more pixels than a spot in which bands are found (`banding-spots.ts`): an icon. */
export const isIcon = ({ width, height }: Size): boolean => width * height <= 64 * 64;

/**
 * How far the worst pixel of an icon's palette is off, so that up to `maxBanding` is not seen: by channel, on black
 * and on white. Means of windows tell little of so few pixels, which are drawn one by one and shown enlarged: a slope
 * became three flat bands, and an edge lost half its steps.
 */
export const pixelBanding = (source: Raster, result: Raster): number => {
  let worst = 0;
  for (const ground of bandingGrounds) {
    for (const band of [0, 1, 2]) {
      const wanted = levelsOn(ground, source, band);
      const resultLevels = levelsOn(ground, result, band);
      wanted.forEach((level, position) => {
        const allowed = allowedAt(wanted, source.width, position);
        worst = Math.max(worst, Math.abs(level - resultLevels[position]!) / allowed);
      });
    }
  }
  return worst * maxBanding;
};

/** One channel of all pixels. */
const levelsOn = (ground: number, picture: Raster, band: number): Float64Array => {
  const { width, height, bands, data } = picture;
  return Float64Array.from({ length: width * height }, (_, position) => {
    const share = alphaAt(picture, position) / 255;
    return data[position * bands + (bands < 3 ? 0 : band)]! * share + ground * (1 - share);
  });
};

/** Levels that hardly show in a slope, where each is next to its like. */
const leastAllowed = 3;

/** Of twelve steps of an edge, each 21 levels from the next, all are left. */
const mostAllowed = 10;

/** Beside an edge an error of this share of its height is not seen. */
const shareOfEdge = 1 / 8;

const allowedAt = (levels: Float64Array, width: number, position: number): number => {
  const x = position % width;
  const around = [position - width, position + width];
  if (x > 0) around.push(position - 1);
  if (x < width - 1) around.push(position + 1);
  const edge = around.reduce((most, at) => {
    const level = levels[at];
    return level === undefined ? most : Math.max(most, Math.abs(level - levels[position]!));
  }, 0);
  return Math.min(mostAllowed, Math.max(leastAllowed, edge * shareOfEdge));
};
