import type { Size } from '../rectangle.ts';
import type { Raster } from '../raster.ts';

/**
 * The colours of a transparent picture, for an encoder that stores them apart from alpha: grey or RGB. Pixels
 * that cannot be seen have the mean colour of those around them that can, so that they take next to no bytes;
 * a share of it is in those that can hardly be seen.
 */
export const visibleColours = (picture: Raster): Raster => {
  const { width, height, bands, data } = picture;
  const channels = bands < 3 ? 1 : 3;
  const levels: [Level, ...Level[]] = [halved(picture, data, channels)];
  for (let last = levels[0]; last.width > 1 || last.height > 1;) {
    last = halved(last, last.sums, channels);
    levels.push(last);
  }
  for (let index = levels.length - 1; index >= 0; index--) {
    fill(levels[index]!, levels[index + 1], channels);
  }
  const coarser = levels[0];
  const colours = new Uint8Array(width * height * channels);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels, from += bands) {
      const share = shareOf(data[from + channels]!);
      const near = placeIn(coarser, x >> 1, y >> 1, channels);
      for (let band = 0; band < channels; band++) {
        const own = data[from + band]!;
        colours[at + band] = Math.round(own * share + coarser.sums[near + band]! * (1 - share));
      }
    }
  }
  return { width, height, bands: channels, data: colours };
};

/**
 * The picture in less detail. For each place the sums of its pixels' colours times their alpha, and of the
 * alpha; once it is filled, a colour and the alpha.
 */
type Level = Size & Readonly<{ sums: Float32Array }>;

type Channels = 1 | 3;

const placeIn = ({ width }: Size, x: number, y: number, channels: Channels): number =>
  (y * width + x) * (channels + 1);

/** Sums of 2x2 places: of pixels, which are bytes and have colours as they are, or of a level. */
const halved = (size: Size, values: Uint8Array | Float32Array, channels: Channels): Level => {
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 };
  const sums = new Float32Array(half.width * half.height * (channels + 1));
  const arePixels = values instanceof Uint8Array;
  for (let y = 0, from = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, from += channels + 1) {
      const alpha = values[from + channels]!;
      const to = placeIn(half, x >> 1, y >> 1, channels);
      const weight = arePixels ? alpha : 1;
      for (let band = 0; band < channels; band++) sums[to + band]! += values[from + band]! * weight;
      sums[to + channels]! += alpha;
    }
  }
  return { ...half, sums };
};

/** Makes colours of the sums, in place. */
const fill = (level: Level, coarser: Level | undefined, channels: Channels): void => {
  const { width, height, sums } = level;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels + 1) {
      const alpha = sums[at + channels]!;
      const share = coarser === undefined ? 1 : shareOf(alpha);
      const near = coarser === undefined ? 0 : placeIn(coarser, x >> 1, y >> 1, channels);
      for (let band = 0; band < channels; band++) {
        const own = alpha === 0 ? 0 : sums[at + band]! / alpha;
        sums[at + band] = own * share + (coarser?.sums[near + band] ?? 0) * (1 - share);
      }
    }
  }
};

/** Share of its own colour that a place keeps. */
const shareOf = (alpha: number): number => Math.min(1, alpha / leastAlpha);

/** With a colour half as bright or twice as bright, a pixel of less alpha changes by at most two levels. */
const leastAlpha = 8;
