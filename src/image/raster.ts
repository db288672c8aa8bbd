import type { Size } from './rectangle.ts';

/**
 * Upright sRGB pixels of 8 bits, rows from the top, `bands` bytes a pixel: grey, grey and alpha, RGB, or
 * RGB and alpha.
 */
export type Raster = Size & Readonly<{ bands: 1 | 2 | 3 | 4; data: Uint8Array }>;

/** Positions of the outermost pixels, clockwise from the upper left. */
export const borderPositions = ({ width, height }: Size): readonly number[] => {
  const positions: number[] = [];
  for (let x = 0; x < width - 1; x++) positions.push(x);
  for (let y = 0; y < height - 1; y++) positions.push(y * width + width - 1);
  for (let x = width - 1; x > 0; x--) positions.push((height - 1) * width + x);
  for (let y = height - 1; y > 0; y--) positions.push(y * width);
  return positions;
};

/** The alpha of a pixel, 0 to 255; 255 without an alpha band. */
export const alphaAt = ({ bands, data }: Raster, position: number): number =>
  bands === 2 || bands === 4 ? data[position * bands + bands - 1]! : 255;

/** For each pixel, the largest difference between its colour bands and `levels`. */
export const distancesFrom = (
  { width, height, bands, data }: Raster,
  levels: readonly number[],
): Uint8Array => {
  const distances = new Uint8Array(width * height);
  for (let position = 0, at = 0; position < distances.length; position++, at += bands) {
    let distance = 0;
    for (let band = 0; band < levels.length; band++) {
      distance = Math.max(distance, Math.abs(data[at + band]! - levels[band]!));
    }
    distances[position] = distance;
  }
  return distances;
};

/** The largest difference between the colour bands of two pixels. */
export const pixelDistance = (picture: Raster, from: number, to: number): number => {
  const { bands, data } = picture;
  let step = 0;
  for (let band = 0; band < colourBands(picture); band++) {
    const difference = data[from * bands + band]! - data[to * bands + band]!;
    step = Math.max(step, Math.abs(difference));
  }
  return step;
};

/** How many bands are colour: 1 or 3. */
const colourBands = ({ bands }: Raster): 1 | 3 => (bands < 3 ? 1 : 3);

/** The median of each colour band over the pixels at `positions`, of which there must be one or more. */
export const medianLevels = (picture: Raster, positions: readonly number[]): readonly number[] =>
  Array.from({ length: colourBands(picture) }, (_, band) => {
    const values = Uint8Array.from(
      positions,
      (position) => picture.data[position * picture.bands + band]!,
    ).sort();
    return values[values.length >> 1]!;
  });
