import type { Size } from './rectangle.ts';

/** The names of the nine places, as imgproxy has them: centre, the sides, the corners. */
export const compass = ['ce', 'no', 'ea', 'so', 'we', 'noea', 'nowe', 'soea', 'sowe'] as const;

/**
 * Which part of a picture stays. A compass point has an offset towards the middle, in pixels, or below 1 in shares of
 * the picture. A focus point is in shares. `attention` is found in the picture.
 */
export type Gravity =
  | Readonly<{ kind: 'compass'; at: (typeof compass)[number]; x: number; y: number }>
  | Readonly<{ kind: 'focus'; x: number; y: number }>
  | Readonly<{ kind: 'attention' }>;

/** A gravity that needs no look at the picture. */
type KnownGravity = Exclude<Gravity, { kind: 'attention' }>;

export const centre: Gravity = { kind: 'compass', at: 'ce', x: 0, y: 0 };

type Corner = Readonly<{ left: number; top: number }>;

export type Place = Corner | 'attention';

/** A part of a picture: its size, and where it is. */
export type Part = Readonly<{ size: Size; at: Place }>;

/**
 * Where a part of the size `inner` lies in `outer`, which is no smaller. Offsets in pixels are multiplied by `dpr`.
 * Rounded as by imgproxy (processing/calc_position.go), so that results are the same.
 */
export const placeWithin = (outer: Size, inner: Size, gravity: Gravity, dpr: number): Place => {
  if (gravity.kind === 'attention') return 'attention';
  const { left, top } = cornerOf(outer, inner, gravity, dpr);
  return {
    left: clamped(left, 0, outer.width - inner.width),
    top: clamped(top, 0, outer.height - inner.height),
  };
};

/** The same for a picture of any size that is laid over `outer`: a pixel of it stays inside. */
export const placeOver = (outer: Size, inner: Size, gravity: KnownGravity, dpr: number): Corner => {
  const { left, top } = cornerOf(outer, inner, gravity, dpr);
  return {
    left: clamped(left, 1 - inner.width, outer.width - 1),
    top: clamped(top, 1 - inner.height, outer.height - 1),
  };
};

const cornerOf = (outer: Size, inner: Size, gravity: KnownGravity, dpr: number): Corner => {
  const room = { width: outer.width - inner.width, height: outer.height - inner.height };
  return gravity.kind === 'focus'
    ? {
        left: toEven(outer.width * gravity.x) - Math.trunc(inner.width / 2),
        top: toEven(outer.height * gravity.y) - Math.trunc(inner.height / 2),
      }
    : {
        left: edge(gravity.at, 'we', 'ea', room.width, spanOf(gravity.x, outer.width, dpr)),
        top: edge(gravity.at, 'no', 'so', room.height, spanOf(gravity.y, outer.height, dpr)),
      };
};

const edge = (at: string, near: string, far: string, room: number, by: number): number => {
  if (at.includes(near)) return by;
  return at.includes(far) ? room - by : toEven((room + 1) / 2) + by;
};

/** An offset in whole pixels: from 1 on it is in pixels before `dpr`, and below in shares of `side`. */
export const spanOf = (value: number, side: number, dpr: number): number =>
  toEven(Math.abs(value) >= 1 ? value * dpr : side * value);

/** To the nearest integer; a half to the even one. */
export const toEven = (value: number): number => {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
};

const clamped = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));
