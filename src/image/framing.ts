import { type Gravity, type Part, placeWithin } from './gravity.ts';
import { type Overlay, overlayStep } from './overlay.ts';
import {
  type Filters,
  filterSteps,
  type Margins,
  marginSteps,
  type PixelStep,
  type Turn,
  turned,
  turnSteps,
} from './pixel-steps.ts';
import { isSameSize, type Rectangle, type Size } from './rectangle.ts';
import type { Trim } from './trim.ts';

/** How the sides of a result follow from those that were asked for. The words are imgproxy's. */
export const framingTypes = ['fit', 'fill', 'fill-down', 'force', 'auto'] as const;

/** A part of the source, before it is scaled. A side below 1 is a share of the source's; 0 is all of it. */
type SourcePart = Readonly<{ width: number; height: number; gravity: Gravity }>;

/** A size by the rules of addresses (imgproxy, processing/prepare.go), which other methods do not have. */
export type Framing = Readonly<{
  method: 'framing';
  type: (typeof framingTypes)[number];
  /** Pixels before `dpr`; 0: by the other side, or that of the source where both are 0. */
  width: number;
  height: number;
  /** What both sides are multiplied by. */
  dpr: number;
  /** Whether a source that is smaller is made larger. */
  enlarge: boolean;
  /** Which part stays where the result is cropped. */
  gravity: Gravity;
  part?: SourcePart | undefined;
  changes?: Changes;
  /** What is left of the source where its edges are cut away. */
  trimmed?: Rectangle | undefined;
}>;

/** What is done besides the scaling and cropping. */
export type Changes = Turn &
  Filters &
  Margins &
  Readonly<{
    trim?: Trim | undefined;
    watermark?: Overlay | undefined;
    /** Factors of the size, besides `dpr`. */
    zoom?: Size;
    /** Pixels that the sides have at least before `dpr`, also where that enlarges the source; 0: none. */
    minWidth?: number;
    minHeight?: number;
  }>;

/** The size to scale to and, where more than scaling is done, the steps and the size of the result. */
export type FramingPlan = Readonly<{
  scaled: Size;
  crop: Size | undefined;
  /** In their order. Undefined: scaling alone. */
  steps: readonly PixelStep[] | undefined;
  /** Whether transparent margins are added. */
  addsAlpha: boolean;
}>;

/**
 * The steps that make of `source` what is asked for. The order is that of results of imgproxy (processing/processing.go):
 * trim, turn, part, scale, crop, filters, margins, watermark.
 */
export const framingPlan = (source: Size, framing: Framing): FramingPlan => {
  const { trimmed } = framing;
  if (trimmed === undefined) return untrimmedPlan(source, framing);
  const plan = untrimmedPlan(trimmed, framing);
  const { steps = [scaleStep(plan.scaled)], crop = plan.scaled } = plan;
  return { ...plan, crop, steps: [cutStep(source, { size: trimmed, at: trimmed }), ...steps] };
};

const untrimmedPlan = (source: Size, framing: Framing): FramingPlan => {
  const { part, gravity, changes = {} } = framing;
  const upright = turned(source, changes);
  const before = part && cutOf(upright, partSize(upright, part), part.gravity, 1);
  const area = before?.size ?? upright;
  const { scale, dpr } = scaleOf(area, framing);
  const scaled = {
    width: Math.max(1, scaledSide(area.width, scale.width)),
    height: Math.max(1, scaledSide(area.height, scale.height)),
  };
  const target = targetSides(framing, dpr);
  const after = cutOf(scaled, resultSides(scaled, framing, target), gravity, dpr);
  const whole = after?.size ?? scaled;
  const margins = marginSteps(whole, target, changes, dpr);
  const turns = turnSteps(changes);
  const steps: readonly PixelStep[] = [
    // A picture that is scaled while it is decoded takes less time to turn.
    ...(before
      ? [...turns, cutStep(upright, before), scaleStep(scaled)]
      : [scaleStep(turned(scaled, changes)), ...turns]),
    ...(after ? [cutStep(scaled, after)] : []),
    ...filterSteps(whole, changes),
    ...margins.steps,
    ...(changes.watermark ? [overlayStep(margins.size, changes.watermark, dpr)] : []),
  ];
  const addsAlpha = margins.steps.length > 0;
  return steps.length === 1
    ? { scaled, crop: undefined, steps: undefined, addsAlpha }
    : { scaled, crop: margins.size, steps, addsAlpha };
};

const cutStep = (picture: Size, part: Part): PixelStep => ({ kind: 'cut', picture, part });

const scaleStep = (size: Size): PixelStep => ({ kind: 'scale', size });

const partSize = (source: Size, { width, height }: SourcePart): Size => ({
  width: partSide(source.width, width),
  height: partSide(source.height, height),
});

const partSide = (side: number, asked: number): number =>
  asked >= 1 ? Math.trunc(asked) : asked === 0 ? 0 : Math.max(1, scaledSide(side, asked));

/** The part of `picture` with these sides, 0 for all of one; undefined where nothing is cut away. */
const cutOf = (picture: Size, asked: Size, gravity: Gravity, dpr: number): Part | undefined => {
  const size = {
    width: Math.min(asked.width || picture.width, picture.width),
    height: Math.min(asked.height || picture.height, picture.height),
  };
  if (isSameSize(size, picture)) return undefined;
  return { size, at: placeWithin(picture, size, gravity, dpr) };
};

/** Factors of both sides, and the factor of the asked size that can be reached. */
type Scale = Readonly<{ scale: Size; dpr: number }>;

const scaleOf = (area: Size, framing: Framing): Scale => {
  const { enlarge, changes: { zoom = once, minWidth = 0, minHeight = 0, extend } = {} } = framing;
  const wanted = shrinksOf(area, framing);
  let [width, height] = [wanted.width / zoom.width, wanted.height / zoom.height];
  let { dpr } = framing;
  if (!enlarge) {
    const least = Math.min(width, height);
    if (least < 1) {
      [width, height] = [width / least, height / least];
      // A factor below 1 would take the result further from what it cannot reach. With margins it is reached.
      if (extend === undefined) dpr /= least;
    }
    dpr = Math.min(dpr, width, height);
  }
  const widest = area.width / minWidth;
  if (widest < width) [width, height] = [widest, (height * widest) / width];
  const highest = area.height / minHeight;
  if (highest < height) [width, height] = [(width * highest) / height, highest];
  // No side gets below one pixel.
  width = Math.min(width / dpr, area.width);
  height = Math.min(height / dpr, area.height);
  return { scale: { width: 1 / width, height: 1 / height }, dpr };
};

const once: Size = { width: 1, height: 1 };

/** What each side is divided by, before the limits. */
const shrinksOf = (area: Size, { type, width, height }: Framing): Size => {
  const [x, y] = [area.width / (width || area.width), area.height / (height || area.height)];
  if (type === 'force') return { width: x, height: y };
  if (width === 0) return { width: y, height: y };
  if (height === 0) return { width: x, height: x };
  const fills = type === 'auto' ? isSameWay(area, { width, height }) : type !== 'fit';
  const both = fills ? Math.min(x, y) : Math.max(x, y);
  return { width: both, height: both };
};

/** Whether both are upright, or both are not. */
const isSameWay = (one: Size, other: Size): boolean =>
  one.width >= one.height === other.width >= other.height;

/** The sides that are asked for; 0 for one that is not. */
const targetSides = (
  { width, height, changes: { zoom = once } = {} }: Framing,
  dpr: number,
): Size => ({
  width: scaledSide(width, dpr * zoom.width),
  height: scaledSide(height, dpr * zoom.height),
});

/** The sides to crop to; 0 for a side that is not cropped. */
const resultSides = (scaled: Size, { type, enlarge }: Framing, target: Size): Size => {
  if (type !== 'fill-down' || enlarge) return target;
  const [x, y] = [target.width / scaled.width, target.height / scaled.height];
  // The proportions of the target, in the picture as it is.
  if (x > y && x > 1) {
    const side = scaledSide(scaled.width, target.height / target.width);
    return { width: scaled.width, height: side };
  }
  if (y > x && y > 1) {
    const side = scaledSide(scaled.height, target.width / target.height);
    return { width: side, height: scaled.height };
  }
  return target;
};

const scaledSide = (side: number, factor: number): number => Math.round(side * factor);
