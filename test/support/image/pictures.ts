import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Orientation } from '../../../src/image/facts.ts';

const run = promisify(execFile);

/** 8-bit sRGB pixels: 3 or 4 bands, interleaved, row by row. */
export type Pixels = Readonly<{ width: number; height: number; bands: number; data: Uint8Array }>;

/** How stored pixels become those to be seen. */
export type Colours =
  | 'srgb'
  /** Inks without a profile, of which browsers show the light that each leaves. */
  | 'inks'
  /** By the profile in the file. */
  | 'embedded'
  /** The same for 16 bits and alpha, which libvips converts in two steps. */
  | 'embedded-16';

type Step = (from: string, to: string) => readonly string[];

const toSrgb: Step = (from, to) => ['colourspace', from, to, 'srgb'];
const byProfile: Step = (from, to) => [
  ...['icc_transform', from, to, 'srgb', '--embedded', '--intent', 'perceptual'],
];
const stepsOf: Readonly<Record<Colours, readonly Step[]>> = {
  srgb: [toSrgb],
  inks: [(from, to) => ['copy', from, to]],
  embedded: [byProfile],
  'embedded-16': [(from, to) => [...byProfile(from, to), '--depth', '16'], toSrgb],
};

/**
 * The pixels of a file as stored, in sRGB; the frames of an animated WebP below each other. They come
 * from libvips' plain operations, which share nothing but the decoder with the service's own way.
 */
export const pixelsOf = async (path: string, colours: Colours = 'srgb'): Promise<Pixels> => {
  const made: string[] = [];
  try {
    let from = path.endsWith('.webp') ? `${path}[n=-1]` : path;
    for (const step of stepsOf[colours]) {
      made.push(`${path}-${made.length}.v`);
      await vips(...step(from, made.at(-1)!));
      from = made.at(-1)!;
    }
    const pixels = pixelsIn(await readFile(from));
    return colours === 'inks' ? lightLeftBy(pixels) : pixels;
  } finally {
    await Promise.all(made.map((file) => rm(file, { force: true })));
  }
};

const lightLeftBy = ({ data, ...inks }: Pixels): Pixels => {
  const colours = Uint8Array.from({ length: (data.length / 4) * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3) * 4;
    return Math.round(((255 - data[pixel + (index % 3)]!) * (255 - data[pixel + 3]!)) / 255);
  });
  return { ...inks, bands: 3, data: colours };
};

/** The pixels of a picture in memory, as `pixelsOf` gives them. */
export const pixelsOfContent = async (content: Uint8Array, mediaType: string): Promise<Pixels> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-picture-'));
  try {
    const path = join(folder, `picture.${mediaType.slice('image/'.length)}`);
    await writeFile(path, content);
    return await pixelsOf(path);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Runs `vips` to its end; rejects when it fails. */
export const vips = async (...args: readonly string[]): Promise<void> => {
  await run('vips', args);
};

/** libvips' own file format: a header of 64 bytes, then the samples. */
const pixelsIn = (file: Buffer): Pixels => {
  const [width, height] = [file.readUInt32LE(4), file.readUInt32LE(8)];
  const [bands, format] = [file.readUInt32LE(12), file.readUInt32LE(20)];
  if (format !== 0) throw new Error(`expected samples of 8 bits, got libvips' format ${format}`);
  return { width, height, bands, data: file.subarray(64, 64 + width * height * bands) };
};

/** A picture as a table of means, `columns` by `rows`; each cell red, green, blue, alpha (0 to 255). */
export type Grid = Readonly<{ columns: number; rows: number; cells: Float64Array }>;

const mostCells = 64;

/**
 * What a picture looks like from afar once it has been turned upright: means over at most `maxCells` in
 * each direction, the colours weighted by alpha (what is transparent has none).
 */
export const gridOf = (
  pixels: Pixels,
  orientation: Orientation = 1,
  maxCells = mostCells,
): Grid => {
  const { width, height, bands, data } = pixels;
  const { columns, rows, cellOfX, cellOfY } = cellsOf(width, height, orientation, maxCells);
  const cells = new Float64Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += bands) {
      const cell = cellOfX[x]! + cellOfY[y]!;
      const alpha = bands === 4 ? data[at + 3]! : 255;
      for (let band = 0; band < 3; band += 1) {
        cells[cell * 4 + band]! += (data[at + band]! * alpha) / 255;
      }
      cells[cell * 4 + 3]! += alpha;
      counts[cell]! += 1;
    }
  }
  return { columns, rows, cells: cells.map((sum, index) => sum / counts[index >> 2]!) };
};

/** Orientations whose rows are the columns of the upright picture. EXIF 2.32, tag 0x0112. */
const isTransposed = (orientation: Orientation): boolean => orientation >= 5;
/** Those in which stored x, and those in which stored y, run against the upright direction. */
const runsBackInX = new Set<Orientation>([2, 3, 7, 8]);
const runsBackInY = new Set<Orientation>([3, 4, 6, 7]);

/** The number of an upright cell is the sum of a part that stored x decides and one that y does. */
const cellsOf = (width: number, height: number, orientation: Orientation, maxCells: number) => {
  const transposed = isTransposed(orientation);
  const across = Math.min(maxCells, width);
  const down = Math.min(maxCells, height);
  const [columns, rows] = transposed ? [down, across] : [across, down];
  const axis = (length: number, count: number, back: boolean, stride: number) =>
    Uint32Array.from({ length }, (_, place) => {
      const upright = back ? length - 1 - place : place;
      return Math.floor((upright * count) / length) * stride;
    });
  return {
    columns,
    rows,
    cellOfX: axis(width, across, runsBackInX.has(orientation), transposed ? columns : 1),
    cellOfY: axis(height, down, runsBackInY.has(orientation), transposed ? 1 : columns),
  };
};

/** Mean absolute differences in levels of 256: of the colour channel that differs most, and of alpha. */
export type Difference = Readonly<{ colour: number; alpha: number }>;

/** How much two pictures differ from afar; infinitely where their sizes do. */
export const differenceOf = (one: Grid, other: Grid): Difference => {
  if (one.columns !== other.columns || one.rows !== other.rows) {
    return { colour: Infinity, alpha: Infinity };
  }
  const sums = [0, 0, 0, 0];
  one.cells.forEach((value, index) => {
    sums[index & 3]! += Math.abs(value - other.cells[index]!);
  });
  const means = sums.map((sum) => sum / (one.columns * one.rows));
  return { colour: Math.max(...means.slice(0, 3)), alpha: means[3]! };
};
