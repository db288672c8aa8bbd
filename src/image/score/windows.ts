import type { Raster } from '../raster.ts';

/**
 * Windows of 5x5 pixels: narrow rings disappear in the mean of larger ones. All sums of a window are whole
 * numbers below 2^53, so they are exact, in whichever order they are added up.
 */
export const side = 5;
const area = side * side;

/** Steps of a level in which brightness, and differences of colour, are counted. */
const fine = 256;

/** A window of 5x5 pixels of a source and its result. The object is that of all windows. */
export type Window = Readonly<MutableWindow>;

type MutableWindow = {
  /** Its first pixel. */
  x: number;
  y: number;
  /**
   * How far the source is from a plane that is fitted to it: 1250 times the variance in steps. Where the
   * source is a steep slope this is near 0, and noise and edges are not.
   */
  spread: number;
  /** The square of the slope of that plane, which is 12,800 for one level a pixel. */
  slope: number;
  /** The source has one brightness. */
  isConstant: boolean;
  /** Sums of errors: of brightness, of blue and of red less green, these at half as many steps a level. */
  luma: number;
  blue: number;
  red: number;
  /** The error of the pixel in the middle, times 25, less the sum: what sticks out. */
  middle: number;
};

/** Bands are visible where the source is smooth: in windows with a standard deviation below 3 levels. */
export const softSpread = 2 * area ** 2 * (3 * fine) ** 2;

/** Drawn gradients have less than 0.6 levels, with rounding; photographs mostly have more. */
export const drawnSpread = softSpread / 25;

/** The square of a slope of 0.15 levels a pixel. Noise in one colour has hardly as much. */
export const leastSlope = 1920 ** 2;

/** A sum of errors of brightness as a mean in 1/32 levels, towards 0 and up to `most`. */
export const quantised = (sum: number, most: number): number =>
  Math.max(-most, Math.min(most, Math.trunc(sum / 200)));

/** Calls `onWindow` for every window of two pictures on a grey ground, from row to row. */
export const eachWindow = (
  ground: number,
  source: Raster,
  result: Raster,
  onWindow: (window: Window) => void,
): void => {
  const { width, height } = source;
  const rows = Array.from({ length: side }, () => createRow(width));
  const [before, after] = [createRow(width), createRow(width)];
  // Sums over the five rows of each column, moved down row by row.
  const sums = createRow(width);
  const window = { ...{ x: 0, y: 0, spread: 0, slope: 0, isConstant: false }, ...noErrors };
  for (let y = 0; y < height; y++) {
    readRow(source, y, ground, before);
    readRow(result, y, ground, after);
    replaceRow(rows[y % side]!, sums, before, after);
    if (y < side - 1) continue;
    window.y = y - side + 1;
    const middles = rows[(y - 2) % side]!.luma;
    for (window.x = 0; window.x + side <= width; window.x++) {
      fillWindow(window, sums, middles);
      onWindow(window);
    }
  }
};

const noErrors = { luma: 0, blue: 0, red: 0, middle: 0 };

/** A row of values, or of their sums: of the source's levels, and of the errors. */
type Row = Readonly<Record<'level' | 'down' | 'square' | 'luma' | 'blue' | 'red', Float64Array>>;

const createRow = (width: number): Row => ({
  level: new Float64Array(width),
  /** Levels times their distances from the middle row. */
  down: new Float64Array(width),
  square: new Float64Array(width),
  luma: new Float64Array(width),
  blue: new Float64Array(width),
  red: new Float64Array(width),
});

/** The levels and errors of a new row take the places of those of an old one, also in the sums. */
const replaceRow = (row: Row, sums: Row, before: Row, after: Row): void => {
  for (let x = 0; x < row.level.length; x++) {
    const [old, level] = [row.level[x]!, before.luma[x]!];
    sums.down[x]! += 3 * old + 2 * level - sums.level[x]!;
    sums.square[x]! += level * level - old * old;
    sums.level[x]! += level - old;
    row.level[x] = level;
    const luma = after.luma[x]! - level;
    const blue = after.blue[x]! - before.blue[x]!;
    const red = after.red[x]! - before.red[x]!;
    sums.luma[x]! += luma - row.luma[x]!;
    sums.blue[x]! += blue - row.blue[x]!;
    sums.red[x]! += red - row.red[x]!;
    row.luma[x] = luma;
    row.blue[x] = blue;
    row.red[x] = red;
  }
};

const fillWindow = (window: MutableWindow, sums: Row, middles: Float64Array): void => {
  let level = 0;
  let across = 0;
  let down = 0;
  let square = 0;
  let luma = 0;
  let blue = 0;
  let red = 0;
  for (let column = 0, x = window.x; column < side; column++, x++) {
    level += sums.level[x]!;
    across += (column - 2) * sums.level[x]!;
    down += sums.down[x]!;
    square += sums.square[x]!;
    luma += sums.luma[x]!;
    blue += sums.blue[x]!;
    red += sums.red[x]!;
  }
  window.slope = across * across + down * down;
  window.spread = 2 * area * square - 2 * level * level - window.slope;
  window.isConstant = window.spread === 0 && window.slope === 0;
  window.luma = luma;
  window.blue = blue;
  window.red = red;
  window.middle = area * middles[window.x + 2]! - luma;
};

/**
 * Luminance in 1/256 levels (weights of BT.601), then blue and red less green, plus 255, in 1/128 levels;
 * blended with a grey ground where the picture is transparent.
 */
const readRow = ({ width, bands, data }: Raster, y: number, ground: number, to: Row): void => {
  for (let x = 0, at = y * width * bands; x < width; x++, at += bands) {
    const red = data[at]!;
    const green = bands < 3 ? red : data[at + 1]!;
    const blue = bands < 3 ? red : data[at + 2]!;
    const opacity = bands % 2 === 1 ? 255 : data[at + bands - 1]!;
    to.luma[x] = blended(77 * red + 150 * green + 29 * blue, opacity, ground * fine);
    to.blue[x] = blended(128 * (blue - green + 255), opacity, greyColour);
    to.red[x] = blended(128 * (red - green + 255), opacity, greyColour);
  }
};

const blended = (level: number, opacity: number, under: number): number =>
  opacity === 255 ? level : Math.round((level * opacity + under * (255 - opacity)) / 255);

/** The difference of colour of all greys. */
const greyColour = 128 * 255;
