import type { Raster } from '../../../src/image/raster.ts';
import { isTransparent } from './is-transparent.ts';
import {
  bandingGrounds,
  bandingOfCounts,
  histogramSize,
} from '../../../src/image/score/banding.ts';

/** What `bandingOfCounts` gives, from windows whose 25 pixels are added up one by one. */
export const exactBandingOf = (source: Raster, result: Raster): number => {
  const grounds = [source, result].some(isTransparent) ? bandingGrounds : [0];
  return Math.max(...grounds.map((ground) => bandingOn(ground, source, result)));
};

const side = 5;

/** 1250 times the variance of a deviation of 3 levels, in 1/256 levels. */
const softSpread = 1250 * (3 * 256) ** 2;

const bandingOn = (ground: number, source: Raster, result: Raster): number => {
  const [changing, constant] = [0, 1].map(() => new Float64Array(histogramSize));
  const cells = new Map<string, Cell>();
  for (const window of windowsOf(levelsOn(ground, source), levelsOn(ground, result), source)) {
    const place = `${Math.floor(window.x / 32)} ${Math.floor(window.y / 32)}`;
    const cell = cells.get(place) ?? noCell();
    cells.set(place, cell);
    count(cell, window);
    // The deviation from the mean, not from a plane.
    if (window.spread + window.slope >= softSpread) continue;
    const histogram = window.isConstant ? constant! : changing!;
    histogram[Math.abs(inSteps(window.luma, histogramSize - 1))]! += 1;
  }
  const histograms = { changing: changing!, constant: constant! };
  return bandingOfCounts({ histograms, spots: worstOf(cells) }, source);
};

/** Brightness, blue and red less green, of each pixel. */
type Levels = Readonly<{ luma: number; blue: number; red: number }>;

const levelsOn = (ground: number, { bands, data }: Raster): readonly Levels[] =>
  Array.from({ length: data.length / bands }, (_, pixel) => {
    const at = pixel * bands;
    const opacity = bands % 2 === 1 ? 255 : data[at + bands - 1]!;
    const [red, green, blue] = [0, 1, 2].map((band) => data[at + (bands < 3 ? 0 : band)]!) as [
      number,
      number,
      number,
    ];
    const blended = (level: number, under: number): number =>
      Math.round((level * opacity + under * (255 - opacity)) / 255);
    return {
      luma: blended(77 * red + 150 * green + 29 * blue, 256 * ground),
      blue: blended(128 * (blue - green + 255), 128 * 255),
      red: blended(128 * (red - green + 255), 128 * 255),
    };
  });

type Window = Readonly<{
  x: number;
  y: number;
  spread: number;
  slope: number;
  isConstant: boolean;
  luma: number;
  blue: number;
  red: number;
  middle: number;
}>;

function* windowsOf(
  before: readonly Levels[],
  after: readonly Levels[],
  { width, height }: Raster,
): Generator<Window> {
  for (let y = 0; y + side <= height; y++) {
    for (let x = 0; x + side <= width; x++) yield windowAt(x, y, before, after, width);
  }
}

const windowAt = (
  x: number,
  y: number,
  before: readonly Levels[],
  after: readonly Levels[],
  width: number,
): Window => {
  const sums = { level: 0, square: 0, across: 0, down: 0, luma: 0, blue: 0, red: 0 };
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = (y + row) * width + x + column;
      const [source, result] = [before[at]!, after[at]!];
      sums.level += source.luma;
      sums.square += source.luma ** 2;
      sums.across += (column - 2) * source.luma;
      sums.down += (row - 2) * source.luma;
      sums.luma += result.luma - source.luma;
      sums.blue += result.blue - source.blue;
      sums.red += result.red - source.red;
    }
  }
  const slope = sums.across ** 2 + sums.down ** 2;
  const spread = 50 * sums.square - 2 * sums.level ** 2 - slope;
  const middle = (y + 2) * width + x + 2;
  return {
    x,
    y,
    spread,
    slope,
    isConstant: spread === 0 && slope === 0,
    luma: sums.luma,
    blue: sums.blue / 2,
    red: sums.red / 2,
    middle: 25 * (after[middle]!.luma - before[middle]!.luma) - sums.luma,
  };
};

/** A sum of errors as a mean in 1/32 levels, towards 0 and up to `most`. */
const inSteps = (sum: number, most: number): number =>
  Math.max(-most, Math.min(most, Math.trunc(sum / 200)));

/** Errors of the windows that begin in 32x32 pixels. */
type Cell = { soft: number; flat: number; drawn: number[]; calm: number[] };

const noCell = (): Cell => ({ soft: 0, flat: 0, drawn: [0, 0, 0, 0, 0], calm: [0, 0, 0, 0, 0] });

const count = (cell: Cell, { spread, slope, isConstant, middle, ...errors }: Window): void => {
  const { luma, blue, red } = errors;
  const squares = (most: number, ...sums: readonly number[]): number =>
    sums.reduce((total, sum) => total + inSteps(sum, most) ** 2, 0);
  if (isConstant) cell.flat += squares(512, luma, middle, blue, red);
  else if (spread < softSpread) cell.soft += 1;
  if (spread >= softSpread / 25) return;
  const added = [1, ...[luma, blue, red].map((sum) => inSteps(sum, 256))];
  added.push(squares(256, luma, blue, red));
  const addTo = (sums: readonly number[]): number[] => sums.map((sum, at) => sum + added[at]!);
  cell.calm = addTo(cell.calm);
  if (!isConstant && slope >= 1920 ** 2) cell.drawn = addTo(cell.drawn);
};

/** Of the spots of 2x2 cells; of fewer in a smaller picture. */
const worstOf = (cells: ReadonlyMap<string, Cell>): Readonly<{ bands: number; flat: number }> => {
  let [bands, flat] = [0, 0];
  const places = [...cells.keys()].map((key) => key.split(' ').map(Number) as [number, number]);
  const [lastX, lastY] = [0, 1].map((axis) => Math.max(0, ...places.map((place) => place[axis]!)));
  for (const [x, y] of places) {
    if ((x === lastX && x > 0) || (y === lastY && y > 0)) continue;
    const spot = [`${x} ${y}`, `${x + 1} ${y}`, `${x} ${y + 1}`, `${x + 1} ${y + 1}`]
      .map((key) => cells.get(key) ?? noCell())
      .reduce(joined);
    const { drawn, calm, soft } = spot;
    if (drawn[0]! >= 512 && drawn[0]! >= 0.6 * soft) bands = Math.max(bands, varianceOf(drawn));
    if (calm[0]! >= 4055 && soft >= 256) bands = Math.max(bands, varianceOf(calm));
    flat = Math.max(flat, spot.flat);
  }
  return { bands, flat };
};

const joined = (one: Cell, other: Cell): Cell => ({
  soft: one.soft + other.soft,
  flat: one.flat + other.flat,
  drawn: one.drawn.map((sum, at) => sum + other.drawn[at]!),
  calm: one.calm.map((sum, at) => sum + other.calm[at]!),
});

const varianceOf = (sums: readonly number[]): number => {
  const [windows = 0, luma = 0, blue = 0, red = 0, squares = 0] = sums;
  const spread = windows * squares - luma ** 2 - blue ** 2 - red ** 2;
  return spread / (windows * Math.max(windows, 1024));
};
