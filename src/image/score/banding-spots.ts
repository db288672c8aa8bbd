import type { Size } from '../geometry.ts';
import { drawnSpread, leastSlope, quantised, side, softSpread, type Window } from './windows.ts';

/** The worst of all spots of 64x64 pixels, in steps of 32. */
export type Spots = Readonly<{
  /** Variance of the errors in drawn gradients and in slow slopes, in 1/32 levels. */
  bands: number;
  /** Squares of errors where the source has one colour, in 1/32 levels. */
  flat: number;
}>;

/**
 * How visible bands and wrong colours are in the worst spot, so that up to `maxBanding` is not seen. A spot
 * with bands has them in a drawn gradient, be the rest of the picture as right as it may: a button, a shadow, a
 * flame. Or it has them in a slow slope that fills it, as of a wallpaper. An even error is no band. Colour counts
 * a quarter. Noise and photographs do not count. Wrong is a colour that another one stands for: a small sign that
 * lost its shades, specks of dithering, grey lines around white boxes.
 */
export const spotBanding = ({ bands, flat }: Spots): number =>
  Math.max(visibleBands * Math.sqrt(bands), Math.sqrt(flat / spotPixels)) / 32;

/**
 * Bands of some pixels each are seen from a standard deviation of 0.74 levels on, at 1:1 or at twice that.
 */
const visibleBands = 1.9;

const cellSide = 32;
/** Cells on each side of a spot. */
const spotSide = 2;
const spotPixels = (cellSide * spotSide) ** 2;

/** A spot with fewer windows of drawn gradients says too little. */
const leastWindows = 512;

/** Gradients in less than a quarter of a spot are seen less. */
const largeWindows = 1024;

/** Where fewer of all soft windows are those of drawn gradients, the spot is one of a photograph. */
const leastDrawn = 0.6;

/** Errors above 8 levels of brightness, or 32 of colour, count as these. */
const mostError = 256;
/** The same, where the source has one colour: 16 levels, or 64 of colour. */
const mostFlatError = 512;

/**
 * Nearly all windows of a spot, 0.99: it lies in a soft slope without an edge, as of a wallpaper. Where that is slow,
 * most windows have one colour, and steps of one channel change brightness by less than `leastSlope`.
 */
const leastCalm = 4055;

/** Those around one step from side to side of a spot. With fewer it has one colour, for which `flat` stands. */
const leastChanging = 256;

/** Errors of windows that are counted together: their number, the sums of errors, and that of their squares. */
const sums = ['windows', 'luma', 'blue', 'red', 'squares'] as const;
type Errors = Record<(typeof sums)[number], number>;

type Counts = {
  /** Of drawn gradients. */
  drawn: Errors;
  /** Of all windows without noise or an edge, also those that hardly change. */
  calm: Errors;
  soft: number;
  flat: number;
};

/** Counts windows by cells of 32x32 pixels, in which their first pixels lie. */
export const createSpots = ({
  width,
  height,
}: Size): Readonly<{ add: (window: Window) => void; worst: () => Spots }> => {
  const columns = Math.ceil(Math.max(0, width - side + 1) / cellSide);
  const rows = Math.ceil(Math.max(0, height - side + 1) / cellSide);
  const cells = Array.from({ length: columns * rows }, noCounts);
  return {
    add: (window) => {
      const cell =
        cells[Math.floor(window.y / cellSide) * columns + Math.floor(window.x / cellSide)];
      if (cell !== undefined) addTo(cell, window);
    },
    worst: () => {
      let [bands, flat] = [0, 0];
      for (let y = 0; y + Math.min(spotSide, rows) <= rows && rows > 0; y++) {
        for (let x = 0; x + Math.min(spotSide, columns) <= columns && columns > 0; x++) {
          const spot = noCounts();
          for (let row = y; row < Math.min(rows, y + spotSide); row++) {
            for (let column = x; column < Math.min(columns, x + spotSide); column++) {
              addCounts(spot, cells[row * columns + column]!);
            }
          }
          bands = Math.max(bands, bandsOf(spot));
          flat = Math.max(flat, spot.flat);
        }
      }
      return { bands, flat };
    },
  };
};

const noCounts = (): Counts => ({ drawn: noErrors(), calm: noErrors(), soft: 0, flat: 0 });

const noErrors = (): Errors => ({ windows: 0, luma: 0, blue: 0, red: 0, squares: 0 });

const addCounts = (spot: Counts, cell: Counts): void => {
  for (const name of sums) {
    spot.drawn[name] += cell.drawn[name];
    spot.calm[name] += cell.calm[name];
  }
  spot.soft += cell.soft;
  spot.flat += cell.flat;
};

const addTo = (cell: Counts, errors: Window): void => {
  if (errors.isConstant) {
    cell.flat +=
      squareOf(quantised(errors.luma, mostFlatError)) +
      squareOf(quantised(errors.middle, mostFlatError)) +
      squareOf(quantised(errors.blue / 2, mostFlatError)) +
      squareOf(quantised(errors.red / 2, mostFlatError));
  } else if (errors.spread < softSpread) cell.soft += 1;
  if (errors.spread >= drawnSpread) return;
  addErrors(cell.calm, errors);
  if (!errors.isConstant && errors.slope >= leastSlope) addErrors(cell.drawn, errors);
};

const addErrors = (to: Errors, errors: Window): void => {
  const luma = quantised(errors.luma, mostError);
  const blue = quantised(errors.blue / 2, mostError);
  const red = quantised(errors.red / 2, mostError);
  to.windows += 1;
  to.luma += luma;
  to.blue += blue;
  to.red += red;
  to.squares += squareOf(luma) + squareOf(blue) + squareOf(red);
};

const squareOf = (value: number): number => value * value;

/** The higher variance of errors in drawn gradients and in a slope that fills the spot; 0 where there are too few. */
const bandsOf = ({ drawn, calm, soft }: Counts): number =>
  Math.max(
    drawn.windows < leastWindows || drawn.windows < leastDrawn * soft ? 0 : varianceOf(drawn),
    calm.windows < leastCalm || soft < leastChanging ? 0 : varianceOf(calm),
  );

const varianceOf = ({ windows, luma, blue, red, squares }: Errors): number =>
  (windows * squares - luma * luma - blue * blue - red * red) /
  (windows * Math.max(windows, largeWindows));
