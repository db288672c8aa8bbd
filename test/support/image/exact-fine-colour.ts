import type { Raster } from '../../../src/image/raster.ts';
import { isTransparent } from './is-transparent.ts';

/** What `fineColourOf` is, pixel by pixel. */
export const exactFineColourOf = (picture: Raster): number => {
  const { width, height, bands } = picture;
  if (bands < 3 || isTransparent(picture)) return 0;
  const columns = Math.ceil(width / cellSide);
  const counts = new Uint16Array(columns * Math.ceil(height / cellSide));
  const isLost = lossIn(picture);
  for (let y = 0; y < height; y++) {
    const first = Math.floor(y / cellSide) * columns;
    for (let x = 0; x < width; x++) {
      if (isLost(x, y)) counts[first + Math.floor(x / cellSide)]! += 1;
    }
  }
  return counts.reduce((most, count) => Math.max(most, count), 0);
};

/** Difference in levels of 256 from which the colour of a thin stroke is seen to be off. */
const seen = 60;

/** Side of the cells of a picture in which pixels are counted. */
const cellSide = 32;

/** Whether the colour of a pixel is lost. */
const lossIn = (picture: Raster): ((x: number, y: number) => boolean) => {
  const red = lossOf(picture, 0);
  const blue = lossOf(picture, 2);
  return (x, y) => red(x, y) > seen || blue(x, y) > 2 * seen;
};

/** How far red or blue, less green, of a pixel is from the nearest of the four halved pixels around it. */
const lossOf = (picture: Raster, band: 0 | 2): ((x: number, y: number) => number) => {
  const { width, bands, data } = picture;
  const halves = halvesOf(picture, band);
  const [columns, rows] = [(width + 1) >> 1, (picture.height + 1) >> 1];
  const inside = (place: number, count: number): number => Math.min(Math.max(place, 0), count - 1);
  return (x, y) => {
    const near = (y >> 1) * columns;
    const far = inside((y >> 1) + 2 * (y & 1) - 1, rows) * columns;
    const column = x >> 1;
    const beside = inside(column + 2 * (x & 1) - 1, columns);
    const at = (y * width + x) * bands;
    const own = 4 * (data[at + band]! - data[at + 1]!);
    const nearest = Math.min(
      Math.abs(own - halves[near + column]!),
      Math.abs(own - halves[near + beside]!),
      Math.abs(own - halves[far + column]!),
      Math.abs(own - halves[far + beside]!),
    );
    return nearest / 4;
  };
};

/** Sums of red or blue, less green, over each 2x2 pixels. What lies beyond the picture is as its edge. */
const halvesOf = ({ width, height, bands, data }: Raster, band: 0 | 2): Int16Array => {
  const columns = (width + 1) >> 1;
  const halves = new Int16Array(columns * ((height + 1) >> 1));
  const lessGreen = (x: number, y: number): number => {
    const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * bands;
    return data[at + band]! - data[at + 1]!;
  };
  for (let y = 0, half = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, half++) {
      halves[half] =
        lessGreen(x, y) + lessGreen(x + 1, y) + lessGreen(x, y + 1) + lessGreen(x + 1, y + 1);
    }
  }
  return halves;
};
