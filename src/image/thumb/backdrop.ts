import type { Colour } from '../colour.ts';
import {
  alphaAt,
  distancesFrom,
  medianLevels,
  borderPositions,
  pixelDistance,
  type Raster,
} from '../raster.ts';
import { floodFilled, maskOf, type Mask } from './mask.ts';

/** What surrounds an object, and continues the picture beyond its edges. */
export type Backdrop =
  | Readonly<{ kind: 'transparent' }>
  | Readonly<{ kind: 'flat'; colour: Colour }>
  | Readonly<{ kind: 'gradient' }>;

/** A backdrop found along the border of the picture, and the pixels that are not part of it. */
export type FoundBackdrop = Readonly<{ backdrop: Backdrop; object: Mask }>;

/** Alpha below this is invisible. */
const visibleAlpha = 16;
/** Least share of the border that is transparent; the object may touch the rest. */
const transparentShare = 0.85;

/** The backdrops that the picture's border allows, the most certain first. */
export const backdropsOf = (picture: Raster): readonly FoundBackdrop[] => {
  const outline = borderPositions(picture);
  const seen = outline.filter((position) => alphaAt(picture, position) >= visibleAlpha);
  if (seen.length === outline.length) {
    const levels = medianLevels(picture, outline);
    const border = { picture, outline, levels, distances: distancesFrom(picture, levels) };
    return [...flatBackdrop(border), ...gradientBackdrop(border)];
  }
  return seen.length <= outline.length * (1 - transparentShare)
    ? [transparentBackdrop(picture)]
    : [];
};

/** An opaque picture, its outermost pixels, their median colour, and how far each pixel is from it. */
type Border = Readonly<{
  picture: Raster;
  outline: readonly number[];
  levels: readonly number[];
  distances: Uint8Array;
}>;

/** Most levels that a flat backdrop varies by along the border, and most levels of a backdrop pixel. */
const flatTolerance = 10;

const nearWhite = 248;

const whiteShare = 0.8;

/** Least share of the border that is backdrop. White is almost always a backdrop, so an object may touch more of it. */
const flatShare = 0.9;

const objectDistance = 14;

const flatBackdrop = ({
  picture,
  outline,
  levels,
  distances,
}: Border): readonly FoundBackdrop[] => {
  const isNear = (position: number): boolean => distances[position]! <= flatTolerance;
  const share = levels.every((level) => level >= nearWhite) ? whiteShare : flatShare;
  if (shareOf(outline, isNear) < share) return [];
  const object = maskOf(picture, (position) => distances[position]! > objectDistance);
  return [{ backdrop: { kind: 'flat', colour: colourFrom(levels) }, object }];
};

const shareOf = (
  positions: readonly number[],
  holds: (position: number, index: number) => boolean,
): number => positions.filter(holds).length / positions.length;

const colourFrom = (levels: readonly number[]): Colour => {
  const [red = 0, green = red, blue = red] = levels;
  return { red, green, blue };
};

/** Backdrops in a studio are light; dark smooth borders are night skies and sunsets. */
const lightLevel = 128;

/** Most levels between neighbours of a gradient, and most levels from the median of the border. */
const borderStep = 6;

const smoothShare = 0.97;

const borderRange = 64;

const backdropStep = 5;

const backdropRange = 70;

/**
 * A backdrop that changes slowly, soft shadows included: the pixels that can be reached from the border
 * in small steps. The steep edges of an object stop the flood.
 */
const gradientBackdrop = ({
  picture,
  outline,
  levels,
  distances,
}: Border): readonly FoundBackdrop[] => {
  if (Math.min(...levels) < lightLevel) return [];
  const isSmooth = (position: number, index: number): boolean =>
    pixelDistance(picture, position, outline[(index + 1) % outline.length]!) <= borderStep;
  const isInRange = (range: number) => (position: number) => distances[position]! <= range;
  if (shareOf(outline, isSmooth) < smoothShare) return [];
  const reached = floodFilled(
    picture,
    outline.filter(isInRange(borderRange)),
    (from, to) =>
      distances[to]! <= backdropRange && pixelDistance(picture, from, to) <= backdropStep,
  );
  const object = maskOf(picture, (position) => reached.data[position] === 0);
  return [{ backdrop: { kind: 'gradient' }, object }];
};

const transparentBackdrop = (picture: Raster): FoundBackdrop => ({
  backdrop: { kind: 'transparent' },
  object: maskOf(picture, (position) => alphaAt(picture, position) >= visibleAlpha),
});
