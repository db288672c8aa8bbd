import type { Size } from '../geometry.ts';
import { halved, lightOf, type Light, type PlaneName, planesOf } from './light.ts';
import { localErrors, type Measured, measure, normCount } from './local-errors.ts';
import { isTransparent, type Picture } from './pixmap.ts';
import weights from './weights.json' with { type: 'json' };

/** What made a result: each kind of encoder damages in a way of its own, and has weights of its own. */
export type Family = 'jpeg' | 'webp' | 'png';

/** What `scoreOf` needs of a source, measured once for all its results: about 50 bytes a pixel. */
export type Reference = Size & Readonly<{ views: readonly View[] }>;

/** A picture at all scales: as it is, or where it is transparent, laid over a grey `ground`. */
type View = Readonly<{
  ground: number;
  scales: readonly Readonly<Record<PlaneName, Measured>>[];
}>;

/** Full size, half, a quarter, and so on: coarse scales see blocks, bands and shifts of colour. */
export const scaleCount = 5;
export const planeNames: readonly PlaneName[] = ['luma', 'redGreen', 'blueYellow'];
/** Norms of all planes at all scales: those of full size first, at each scale those of luma first. */
export const featureCount = scaleCount * planeNames.length * normCount;

/** Transparent pictures are seen on a dark and on a light page. */
const grounds = [26, 230] as const;

/** Measures a source, so that results can be compared with it. */
export const referenceOf = (picture: Picture): Reference => ({
  width: picture.width,
  height: picture.height,
  views: grounds.slice(0, isTransparent(picture) ? 2 : 1).map((ground) => ({
    ground,
    scales: scalesOf(picture, ground).map((light) => {
      const planes = planesOf(light);
      return {
        luma: measure(planes, planes.luma),
        redGreen: measure(planes, planes.redGreen),
        blueYellow: measure(planes, planes.blueYellow),
      };
    }),
  })),
});

/**
 * How much a result looks like its source, on SSIMULACRA2's scale: 100 the same, 90 not told apart side
 * by side, 80 high, 70 medium-high; below 0 for another picture. Of a transparent picture the worse of
 * its looks on a dark and on a light page; what is invisible on both does not count. Throws a
 * RangeError for a result of another size.
 */
export const scoreOf = (reference: Reference, result: Picture, family: Family): number =>
  Math.min(
    ...featuresOf(reference, result).map((features) => scoreOfFeatures(features, weights[family])),
  );

/** SSIMULACRA2's own last step, which spreads the scores as people do. */
const exponent = 0.6276;

/** The score that weighted features make. */
export const scoreOfFeatures = (features: Float64Array, weighing: readonly number[]): number => {
  let distance = 0;
  for (const [index, weight] of weighing.entries()) distance += weight * (features[index] ?? 0);
  return 100 - 10 * Math.max(0, distance) ** exponent;
};

/** The `featureCount` errors of a result in each view of its source; all 0 for the source itself. */
export const featuresOf = (reference: Reference, result: Picture): readonly Float64Array[] => {
  if (result.width !== reference.width || result.height !== reference.height) {
    throw new RangeError(
      `expected ${reference.width}x${reference.height} pixels, got ${result.width}x${result.height}`,
    );
  }
  return viewsFor(reference, result).map(({ ground, scales }) => {
    const features = new Float64Array(featureCount);
    for (const [scale, light] of scalesOf(result, ground).entries()) {
      const planes = planesOf(light);
      for (const [index, name] of planeNames.entries()) {
        const measured = scales[scale]?.[name];
        const offset = (scale * planeNames.length + index) * normCount;
        if (measured !== undefined) localErrors(measured, planes[name], features, offset);
      }
    }
    return features;
  });
};

/** A result that is transparent where its source is not shows each page behind it. */
const viewsFor = ({ views }: Reference, result: Picture): readonly View[] => {
  const [only] = views;
  return only !== undefined && views.length === 1 && isTransparent(result)
    ? grounds.map((ground) => ({ ...only, ground }))
    : views;
};

const scalesOf = (picture: Picture, ground: number): readonly Light[] => {
  const scales = [lightOf(picture, ground)];
  for (let light = scales[0]; light !== undefined && scales.length < scaleCount;) {
    light = halved(light);
    scales.push(light);
  }
  return scales;
};
