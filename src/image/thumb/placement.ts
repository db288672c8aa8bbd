import type { Colour } from '../colour.ts';
import { clampedTo, scaledBy } from '../geometry.ts';
import type { Rectangle, Size } from '../rectangle.ts';
import { analyseThumb } from './find-object.ts';
import type { Backdrop } from './backdrop.ts';
import type { Raster } from '../raster.ts';

/** What fills the result beyond the picture; `edge` repeats the picture's outermost pixels. */
export type Fill =
  | Readonly<{ kind: 'colour'; colour: Colour }>
  | Readonly<{ kind: 'transparent' }>
  | Readonly<{ kind: 'edge' }>;

/** The steps to a thumbnail: scale the whole picture, extract a part, put the part into the result. */
export type ThumbPlacement = Readonly<{
  /** Size of the whole source once scaled; never larger than the source. */
  scaled: Size;
  /** The visible part, in pixels of the scaled picture. */
  extract: Rectangle;
  /** Position of the part's upper left corner in the result. */
  left: number;
  top: number;
  /** Size of the result. */
  result: Size;
  /** Undefined where the part fills the result. */
  fill: Fill | undefined;
}>;

export type ThumbPlan =
  | Readonly<{ kind: 'cover' }>
  | Readonly<{ kind: 'object'; placement: ThumbPlacement }>;

/** The plan for a thumbnail of `source` in the size `target`; `picture` is the source shrunk. */
export const thumbPlan = (picture: Raster, source: Size, target: Size): ThumbPlan => {
  const analysis = analyseThumb(picture, source);
  return analysis.kind === 'cover'
    ? analysis
    : { kind: 'object', placement: thumbPlacement(source, analysis, target) };
};

/** Margin around the object, as a share of its longer side. */
const margin = 0.05;

/**
 * Places the whole `object` (a rectangle of `source`) in the middle of a result of `target`'s size.
 * Nothing is enlarged: neither the picture nor the result, which is never larger than the source in
 * either direction, as with `cover`. A source of 1000x300 becomes 400x300 for a target of 400x400.
 * An object that touches one edge of the picture stays at that edge of the result: it is cut there.
 */
export const thumbPlacement = (
  source: Size,
  { object, backdrop }: Readonly<{ object: Rectangle; backdrop: Backdrop }>,
  target: Size,
): ThumbPlacement => {
  const result = clampedTo(source, target);
  const room = margin * Math.max(object.width, object.height);
  const across = spanOf(object.left, object.width, source.width, room);
  const down = spanOf(object.top, object.height, source.height, room);
  const ratio = Math.min(1, result.width / across.length, result.height / down.length);
  const scaled = scaledBy(source, ratio);
  const staysInside = backdrop.kind === 'gradient';
  const x = offsetOf({
    span: across,
    ratio,
    scaled: scaled.width,
    room: result.width,
    staysInside,
  });
  const y = offsetOf({
    span: down,
    ratio,
    scaled: scaled.height,
    room: result.height,
    staysInside,
  });
  const horizontal = overlapOf(x, scaled.width, result.width);
  const vertical = overlapOf(y, scaled.height, result.height);
  const isFilled = horizontal.length === result.width && vertical.length === result.height;
  return {
    scaled,
    extract: {
      left: horizontal.from,
      top: vertical.from,
      width: horizontal.length,
      height: vertical.length,
    },
    left: horizontal.to,
    top: vertical.to,
    result,
    fill: isFilled ? undefined : fillOf(backdrop),
  };
};

/** The range to show in one direction: the object and its margin, which is 0 at an edge that it touches. */
type Span = Readonly<{ start: number; length: number; atStart: boolean; atEnd: boolean }>;

const spanOf = (start: number, length: number, limit: number, room: number): Span => {
  const atStart = start <= 0;
  const atEnd = start + length >= limit;
  const from = atStart ? 0 : start - room;
  const to = atEnd ? limit : start + length + room;
  return { start: from, length: to - from, atStart, atEnd };
};

type Direction = Readonly<{
  span: Span;
  ratio: number;
  /** Pixels of the scaled picture, and of the result. */
  scaled: number;
  room: number;
  staysInside: boolean;
}>;

/** Start of the result in the scaled picture; negative where the result begins before the picture. */
const offsetOf = ({ span, ratio, scaled, room, staysInside }: Direction): number => {
  const atEnd = scaled - room;
  if (span.atStart !== span.atEnd) return span.atStart ? 0 : atEnd;
  const centred = Math.round((span.start + span.length / 2) * ratio - room / 2);
  // In a picture scaled to one or two pixels, rounding must not lose the last one.
  return staysInside
    ? within(centred, Math.min(0, atEnd), Math.max(0, atEnd))
    : within(centred, 1 - room, scaled - 1);
};

const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** The visible part of the scaled picture from `offset` on: its start in the picture and in the result. */
const overlapOf = (
  offset: number,
  scaled: number,
  room: number,
): Readonly<{ from: number; to: number; length: number }> => {
  const from = Math.max(0, offset);
  const to = Math.max(0, -offset);
  return { from, to, length: Math.min(scaled - from, room - to) };
};

const fillOf = (backdrop: Backdrop): Fill => {
  switch (backdrop.kind) {
    case 'flat':
      return { kind: 'colour', colour: backdrop.colour };
    case 'transparent':
      return { kind: 'transparent' };
    case 'gradient':
      return { kind: 'edge' };
  }
};
