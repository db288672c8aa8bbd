import { type Gravity, type Part, placeWithin, type Sides } from './gravity.ts';

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
}>;

/** What is cut before and after the scaling, and the size to scale to and, where it is cut, to crop to. */
export type FramingPlan = Readonly<{
  scaled: Sides;
  crop: Sides | undefined;
  cuts: Readonly<{ before: Part | undefined; after: Part | undefined }> | undefined;
}>;

/** The cuts and the scale that make of `source` what is asked for. */
export const framingPlan = (source: Sides, framing: Framing): FramingPlan => {
  const { part, gravity } = framing;
  const cut = part && cutOf(source, partSize(source, part), part.gravity, 1);
  const area = cut?.size ?? source;
  const { scale, dpr } = scaleOf(area, framing);
  const scaled = {
    width: Math.max(1, scaledSide(area.width, scale.width)),
    height: Math.max(1, scaledSide(area.height, scale.height)),
  };
  const after = cutOf(scaled, resultSides(scaled, framing, dpr), gravity, dpr);
  const crop = after?.size ?? (cut && scaled);
  return { scaled, crop, cuts: cut || after ? { before: cut, after } : undefined };
};

const partSize = (source: Sides, { width, height }: SourcePart): Sides => ({
  width: partSide(source.width, width),
  height: partSide(source.height, height),
});

const partSide = (side: number, asked: number): number =>
  asked >= 1 ? Math.trunc(asked) : asked === 0 ? 0 : Math.max(1, scaledSide(side, asked));

/** The part of `picture` with these sides, 0 for all of one; undefined where nothing is cut away. */
const cutOf = (picture: Sides, asked: Sides, gravity: Gravity, dpr: number): Part | undefined => {
  const size = {
    width: Math.min(asked.width || picture.width, picture.width),
    height: Math.min(asked.height || picture.height, picture.height),
  };
  if (size.width === picture.width && size.height === picture.height) return undefined;
  return { size, at: placeWithin(picture, size, gravity, dpr) };
};

/** Factors of both sides, and the factor of the asked size that can be reached. */
type Scale = Readonly<{ scale: Sides; dpr: number }>;

const scaleOf = (area: Sides, framing: Framing): Scale => {
  const wanted = shrinksOf(area, framing);
  let { width, height } = wanted;
  let { dpr } = framing;
  if (!framing.enlarge) {
    const least = Math.min(width, height);
    if (least < 1) {
      [width, height] = [width / least, height / least];
      // A factor below 1 would take the result further from what it cannot reach.
      dpr /= least;
    }
    dpr = Math.min(dpr, width, height);
  }
  // No side gets below one pixel.
  width = Math.min(width / dpr, area.width);
  height = Math.min(height / dpr, area.height);
  return { scale: { width: 1 / width, height: 1 / height }, dpr };
};

/** What each side is divided by, before the limits. */
const shrinksOf = (area: Sides, { type, width, height }: Framing): Sides => {
  const [x, y] = [area.width / (width || area.width), area.height / (height || area.height)];
  if (type === 'force') return { width: x, height: y };
  if (width === 0) return { width: y, height: y };
  if (height === 0) return { width: x, height: x };
  const fills = type === 'auto' ? isSameWay(area, { width, height }) : type !== 'fit';
  const both = fills ? Math.min(x, y) : Math.max(x, y);
  return { width: both, height: both };
};

/** Whether both are upright, or both are not. */
const isSameWay = (one: Sides, other: Sides): boolean =>
  one.width >= one.height === other.width >= other.height;

/** The sides to crop to; 0 for a side that is not cropped. */
const resultSides = (
  scaled: Sides,
  { type, width, height, enlarge }: Framing,
  dpr: number,
): Sides => {
  const target = { width: scaledSide(width, dpr), height: scaledSide(height, dpr) };
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
