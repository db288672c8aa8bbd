import type { Size } from '../rectangle.ts';
import type { Wasm } from '../wasm/wasm.ts';
import { hasTransparency, rowReader, type StoredPixels } from '../wasm/stored-pixels.ts';
import { partOf } from '../wasm/visible-box.ts';
import {
  bandingGrounds,
  type BandingCounts,
  bandingOfCounts,
  type Histograms,
  histogramSize,
  windowsIn,
} from './banding.ts';
import { linearOfLevel } from './brightness.ts';
import { scoreOfDistance } from './distance.ts';
import {
  backdrops,
  type Likeness,
  normCount,
  normsOf,
  planeNames,
  type Term,
  weightedTerms,
} from './score.ts';
import { visiblePart } from './visible-part.ts';

/** How a result differs from its source. */
export type Comparison = Likeness &
  Readonly<{
    /** How visible bands are (`bandingOfCounts`). */
    banding: number;
    /**
     * The share (0 to 1) of pixels whose colour, apart from brightness, is visibly wrong: red or blue less green is off
     * by more than 40 levels, blue at half. Chroma subsampling causes this on saturated text and fine coloured lines.
     */
    colourLoss: number;
  }>;

/**
 * Compares a result with its source by the pixel loops, row by row, in one pass over both. A transparent picture is compared
 * on each backdrop, and has the worse of both; what is invisible on both does not count. Banding is 0 where it is not
 * wanted.
 * @throws RangeError for a result of another size, and for rows that the pixel loops have no memory for.
 */
export const compare = (
  wasm: Wasm,
  source: StoredPixels,
  result: StoredPixels,
  { looksForBands }: Readonly<{ looksForBands: boolean }>,
): Comparison => {
  if (source.width !== result.width || source.height !== result.height) {
    throw new RangeError(
      `expected ${source.width}x${source.height} pixels, got ${result.width}x${result.height}`,
    );
  }
  const isTransparent = hasTransparency(wasm, source) || hasTransparency(wasm, result);
  const { width, height } = source;
  const part = isTransparent ? visiblePart(source, result) : { left: 0, top: 0, width, height };
  const parts = [partOf(source, part), partOf(result, part)] as const;
  const views = backdrops.slice(0, isTransparent ? 2 : 1).map((backdrop, index) => {
    const ground = bandingGrounds[index]!;
    const view = { looksForBands, isTransparent, backdrop, ground };
    return viewOf(wasm, source, parts, view);
  });
  return {
    score: Math.min(...views.map(({ score }) => score)),
    worstPlace: Math.min(...views.map(({ worstPlace }) => worstPlace)),
    banding: Math.max(...views.map(({ banding }) => banding)),
    colourLoss: views[0]!.colourLoss,
  };
};

type View = Readonly<{
  looksForBands: boolean;
  isTransparent: boolean;
  /** For the score, and for bands. */
  backdrop: number;
  ground: number;
}>;

/** The comparison on one backdrop. */
const viewOf = (
  wasm: Wasm,
  whole: Size,
  [source, result]: readonly [StoredPixels, StoredPixels],
  { looksForBands, isTransparent, backdrop, ground }: View,
): Comparison => {
  const { width, height } = source;
  wasm.openComparison(width, height);
  writeTables(wasm, weightedTerms);
  const readSource = rowReader(wasm, source, 0);
  const readResult = rowReader(wasm, result, 1);
  const clearWindows = windowsIn(whole) - windowsIn(source);
  let lost = 0;
  for (let y = 0; y < height; y++) {
    readSource(y);
    readResult(y);
    lost += wasm.lostColours();
    if (looksForBands) wasm.addBanding(ground);
    wasm.addErrors(backdrop, isTransparent);
  }
  return {
    score: scoreIn(wasm, whole),
    worstPlace: scoreOfDistance(wasm.worstDistance()),
    banding: looksForBands ? bandingOfCounts(bandingCountsIn(wasm, clearWindows), whole) : 0,
    colourLoss: lost / (whole.width * whole.height),
  };
};

/** Has the pixel loops measure these terms. */
export const writeTables = (wasm: Wasm, terms: typeof weightedTerms): void => {
  const bytes = wasm.bytes();
  new Float32Array(bytes.buffer, wasm.levels.value, linearOfLevel.length).set(linearOfLevel);
  for (const { weights, ...term } of terms) {
    const hasEdges = weights.slice(2).some((weight) => weight !== 0);
    bytes[wasm.wanted.value + indexOf(term)] = hasEdges ? 2 : 1;
    const at = wasm.weights.value + indexOf(term) * normCount * Float32Array.BYTES_PER_ELEMENT;
    new Float32Array(bytes.buffer, at, normCount).set(weights);
  }
};

/** Where a term stands among all planes of all scales. */
const indexOf = ({ scale, plane }: Term): number =>
  scale * planeNames.length + planeNames.indexOf(plane);

const scoreIn = (wasm: Wasm, size: Size): number => {
  let distance = 0;
  for (const term of weightedTerms) {
    const norms = normsIn(wasm, size, term);
    for (const [norm, weight] of term.weights.entries()) distance += weight * norms[norm]!;
  }
  return scoreOfDistance(distance);
};

/** The norms of a term that was measured, after the last row. */
export const normsIn = (
  wasm: Wasm,
  { width, height }: Size,
  { scale, plane }: Term,
): Float64Array => {
  const at =
    wasm.sums.value + indexOf({ scale, plane }) * normCount * Float64Array.BYTES_PER_ELEMENT;
  const totals = new Float64Array(wasm.bytes().buffer, at, normCount);
  return normsOf(totals, halvings(width, scale) * halvings(height, scale));
};

/** A side at a scale: halved so many times, rounded up. */
const halvings = (side: number, scale: number): number => Math.ceil(side / 2 ** scale);

/** `clearWindows` were not counted, and are right. */
const bandingCountsIn = (wasm: Wasm, clearWindows: number): BandingCounts => {
  wasm.endBanding();
  const [bands = 0, flat = 0] = new Float64Array(wasm.bytes().buffer, wasm.worstSpots.value, 2);
  const histograms = histogramsIn(wasm);
  histograms.constant[0]! += clearWindows;
  return { histograms, spots: { bands, flat } };
};

/** The sums of the tables that the pixel loops count in: four of changing windows, then four of constant ones. */
const histogramsIn = (wasm: Wasm): Histograms => {
  const { buffer } = wasm.bytes();
  const sumOf = (first: number): Float64Array => {
    const at = wasm.histograms.value + first * histogramSize * Uint32Array.BYTES_PER_ELEMENT;
    const histogram = new Float64Array(histogramSize);
    for (const [index, count] of new Uint32Array(buffer, at, 4 * histogramSize).entries()) {
      histogram[index % histogramSize]! += count;
    }
    return histogram;
  };
  return { changing: sumOf(0), constant: sumOf(4) };
};
