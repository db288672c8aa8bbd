import type { Rectangle, Size } from '../geometry.ts';
import {
  halved,
  type LinearRgb,
  linearRgbOf,
  lumaOf,
  xybOf,
  type PlaneName,
  type Planes,
} from './xyb.ts';
import { allCells, type CellErrors, normCount, placesOf, writeAreaNorms } from './cell-errors.ts';
import { ssimErrors, type MeasuredPlane, measurePlane } from './ssim.ts';
import { isTransparent, type Raster } from '../raster.ts';
import { scoreOfDistance } from './distance.ts';
import weights from './weights.json' with { type: 'json' };

/** The errors of one plane at one scale (0: full size, 1: half, 2: a quarter, ...). */
export type Term = Readonly<{ scale: number; plane: PlaneName }>;

/** What `scoreOf` needs of a source, measured once for all its results: about 24 bytes a pixel. */
export type Reference = Size & Readonly<{ views: readonly View[] }>;

/** A picture at all scales: as it is, or blended with a grey `backdrop` where it is transparent. */
type View = Readonly<{
  backdrop: number;
  scales: readonly Partial<Record<PlaneName, MeasuredPlane>>[];
}>;

/** Coarse scales measure blocks, bands and shifts of colour. */
export const scaleCount = 6;
export const planeNames: readonly PlaneName[] = ['luma', 'redGreen', 'blueYellow'];

/** All terms that can be measured. Colour at full size is left out: fits gave it no weight. */
export const terms: readonly Term[] = [
  { scale: 0, plane: 'luma' },
  ...Array.from({ length: scaleCount - 1 }, (_, index) =>
    planeNames.map((plane) => ({ scale: index + 1, plane })),
  ).flat(),
];

/**
 * Transparent pictures are compared on black and on white, between which all pages are. SSIMULACRA2's program
 * takes 26 and 230: on black, a palette of a dark icon scored 6 points less.
 */
export const backdrops = [0, 255] as const;

/** Measures a source, so that results can be compared with it. */
export const referenceOf = (picture: Raster): Reference => ({
  width: picture.width,
  height: picture.height,
  views: backdrops.slice(0, isTransparent(picture) ? 2 : 1).map((backdrop) => ({
    backdrop,
    scales: pyramidOf(picture, backdrop).map((linear, scale) => measuredAt(scale, linear)),
  })),
});

/** The picture at full size and at each half of the size before. */
const pyramidOf = (picture: Raster, backdrop: number): readonly LinearRgb[] => {
  const scales = [linearRgbOf(picture, backdrop)];
  for (let scale = scales[0]; scale !== undefined && scales.length < scaleCount;) {
    scale = halved(scale);
    scales.push(scale);
  }
  return scales;
};

const measuredAt = (
  scale: number,
  linear: LinearRgb,
): Partial<Record<PlaneName, MeasuredPlane>> => {
  if (scale === 0) return { luma: measurePlane(linear, lumaOf(linear)) };
  const { luma, redGreen, blueYellow } = xybOf(linear);
  return {
    luma: measurePlane(linear, luma),
    redGreen: measurePlane(linear, redGreen),
    blueYellow: measurePlane(linear, blueYellow),
  };
};

/** The terms that count, with a weight for each norm. Fitted by `npm run bench -- fit`. */
export const weightedTerms = weights as readonly (Term &
  Readonly<{ weights: readonly number[] }>)[];

/** How much a result looks like its source, on the scale of SSIMULACRA2. */
export type Likeness = Readonly<{
  /**
   * 100 identical, 90 no difference visible side by side, 80 high quality, 70 medium-high; below 0 for
   * another picture.
   */
  score: number;
  /** The lowest score of all places of 128x128 pixels. A small place scores lower than a whole picture. */
  worstPlace: number;
}>;

/**
 * A transparent picture has the lower of its scores on black and on white; differences that
 * are invisible on both do not count. Throws a RangeError for a result of another size.
 */
export const likenessOf = (reference: Reference, result: Raster): Likeness => {
  const views = cellErrorsOf(reference, result, weightedTerms);
  return {
    score: Math.min(...views.map((errors) => scoreOfDistance(distanceIn(errors, allCells)))),
    worstPlace: Math.min(...views.map(worstPlaceIn)),
  };
};

/** The score alone. */
export const scoreOf = (reference: Reference, result: Raster): number =>
  likenessOf(reference, result).score;

const worstPlaceIn = (errors: readonly CellErrors[]): number => {
  let distance = 0;
  for (const place of placesOf(errors[0]!)) {
    distance = Math.max(
      distance,
      distanceIn(errors, () => place),
    );
  }
  return scoreOfDistance(distance);
};

/** The weighted sum of the errors of `weightedTerms` in an area of their cells. */
const distanceIn = (
  errors: readonly CellErrors[],
  areaOf: (errors: CellErrors) => Rectangle,
): number => distanceOf(normsIn(errors, areaOf));

/** The weighted sum of the norms of `weightedTerms`, six for each. */
export const distanceOf = (norms: Float64Array): number => {
  let distance = 0;
  for (const [index, term] of weightedTerms.entries()) {
    for (const [norm, weight] of term.weights.entries()) {
      distance += weight * norms[index * normCount + norm]!;
    }
  }
  return distance;
};

/** The errors of a result in each view of its source: the norms of each term of `wanted`. All are 0 for the source itself. */
export const errorsOf = (
  reference: Reference,
  result: Raster,
  wanted: readonly Term[],
): readonly Float64Array[] =>
  cellErrorsOf(reference, result, wanted).map((errors) => normsIn(errors, allCells));

const normsIn = (
  errors: readonly CellErrors[],
  areaOf: (errors: CellErrors) => Rectangle,
): Float64Array => {
  const norms = new Float64Array(errors.length * normCount);
  for (const [index, one] of errors.entries()) {
    writeAreaNorms(one, areaOf(one), norms, index * normCount);
  }
  return norms;
};

/** The errors of each term of `wanted`, in each view. */
const cellErrorsOf = (
  reference: Reference,
  result: Raster,
  wanted: readonly Term[],
): readonly (readonly CellErrors[])[] => {
  if (result.width !== reference.width || result.height !== reference.height) {
    throw new RangeError(
      `expected ${reference.width}x${reference.height} pixels, got ${result.width}x${result.height}`,
    );
  }
  return viewsFor(reference, result).map(({ backdrop, scales }) => {
    const errors: CellErrors[] = [];
    for (const [scale, linear] of pyramidOf(result, backdrop).entries()) {
      const planes: Planes = scale === 0 ? { luma: lumaOf(linear) } : xybOf(linear);
      for (const [index, term] of wanted.entries()) {
        const measured = scales[scale]?.[term.plane];
        const values = planes[term.plane];
        if (term.scale !== scale || measured === undefined || values === undefined) continue;
        errors[index] = ssimErrors(measured, values, scale);
      }
    }
    return errors;
  });
};

/** An opaque source has one view; for a result that is transparent it is compared on each backdrop. */
const viewsFor = ({ views }: Reference, result: Raster): readonly View[] => {
  const [only] = views;
  return only !== undefined && views.length === 1 && isTransparent(result)
    ? backdrops.map((backdrop) => ({ backdrop, scales: only.scales }))
    : views;
};
