import { compass } from '../image/gravity.ts';
import type { Overlay } from '../image/overlay.ts';
import type { OverlayPicture, Padding } from '../image/pixel-steps.ts';
import type { Trim } from '../image/trim.ts';
import { invalid } from './address-error.ts';
import { has, type OptionRow } from './option-row.ts';
import { changed } from './options.ts';
import {
  readBoolean,
  readExtend,
  readHexColour,
  readInteger,
  readNumber,
  readOffset,
  readOneOf,
  readPositive,
} from './read-arguments.ts';

/** The options that trim and turn a picture, add margins to it and change how it looks. */
export const changeRows: readonly OptionRow[] = [
  {
    names: ['trim', 't'],
    args: 'threshold:colour:equal_hor:equal_ver',
    most: 4,
    sets: 'Cuts edges of one colour away, whose levels differ from it by at most the threshold, of 255. The colour is hexadecimal, or that of the left upper corner. equal_hor, equal_ver: as much at both sides, and above as below. An empty threshold: none. An animation is not trimmed.',
    read: (args, so) => changed(so, { trim: trimOf(args) }),
  },
  {
    names: ['min-width', 'mw'],
    args: 'pixels',
    sets: 'The least width before dpr, also where that enlarges the source. 0: none.',
    read: ([text], so) => changed(so, { minWidth: readInteger('min-width', text) }),
  },
  {
    names: ['min-height', 'mh'],
    args: 'pixels',
    sets: 'The same of the height.',
    read: ([text], so) => changed(so, { minHeight: readInteger('min-height', text) }),
  },
  {
    names: ['zoom', 'z'],
    args: 'factor, or x:y',
    most: 2,
    sets: 'What width and height are multiplied by, besides dpr.',
    read: ([x, y = x], so) =>
      changed(so, { zoom: { width: readPositive('zoom', x), height: readPositive('zoom', y) } }),
  },
  {
    names: ['rotate', 'rot'],
    args: 'degrees',
    sets: 'A turn to the right by a multiple of 90, before all else.',
    read: ([text], so) => changed(so, { angle: angleOf(text) }),
  },
  {
    names: ['flip', 'fl'],
    args: 'horizontal:vertical',
    most: 2,
    sets: 'Whether the turned picture is mirrored, in each direction.',
    read: ([horizontal, vertical], so) =>
      changed(so, {
        flip: { horizontal: readBoolean(horizontal), vertical: readBoolean(vertical) },
      }),
  },
  {
    names: ['extend', 'ex'],
    args: 'boolean:gravity',
    most: 4,
    sets: 'Whether a result that is smaller than width and height gets margins up to them. The picture is in the middle, or where a gravity but sm says.',
    read: (args, so) => changed(so, { extend: readExtend('extend', args) }),
  },
  {
    names: ['extend_aspect_ratio', 'extend_ar', 'exar'],
    args: 'boolean:gravity',
    most: 4,
    sets: 'The same up to the proportions of width and height.',
    read: (args, so) => changed(so, { extendRatio: readExtend('extend_aspect_ratio', args) }),
  },
  {
    names: ['padding', 'pd'],
    args: 'top:right:bottom:left',
    most: 4,
    sets: 'Margins, in pixels before dpr. One that is empty is that of the other side, or of the top.',
    read: (args, so) => changed(so, { padding: paddingOf(args) }),
  },
  {
    names: ['blur', 'bl'],
    args: 'sigma',
    sets: 'How soft the result is: the sigma of a Gaussian in pixels, at most 1000.',
    read: ([text], so) => changed(so, { blur: readNumber('blur', text, 0, 1000) }),
  },
  {
    names: ['sharpen', 'sh'],
    args: 'sigma',
    sets: 'How far from edges the result is sharpened: the sigma of a Gaussian in pixels, at most 10.',
    read: ([text], so) => changed(so, { sharpen: readNumber('sharpen', text, 0, 10) }),
  },
  {
    names: ['pixelate', 'pix'],
    args: 'pixels',
    sets: 'The side of the squares that the result is made of. 0 or 1: none.',
    read: ([text], so) => changed(so, { pixelate: readInteger('pixelate', text) }),
  },
  {
    names: ['watermark', 'wm'],
    args: 'opacity:position:x:y:scale',
    most: 5,
    sets: 'Lays the picture of `delivery.watermark` over the result. opacity: 0 to 1. position: a point of gravity, ce by default, with offsets. re: again and again, with x and y between. scale: the box that it fits in, as a share of the result; without one it has its own size.',
    read: (args, so, { watermark }) => changed(so, { watermark: overlayOf(args, watermark) }),
  },
];

const angles = [0, 90, 180, 270] as const;

const angleOf = (text: string | undefined): (typeof angles)[number] => {
  const turn = readNumber('rotate', text, -360);
  const angle = angles.find((each) => each === (turn + 360) % 360);
  if (angle === undefined) throw invalid(`rotate: expected a multiple of 90, got ${turn}.`);
  return angle;
};

const paddingOf = ([top, right, bottom, left]: readonly string[]): Padding => {
  const side = (text: string | undefined, other: number): number =>
    has(text) ? readInteger('padding', text) : other;
  const first = side(top, 0);
  const second = side(right, first);
  return { top: first, right: second, bottom: side(bottom, first), left: side(left, second) };
};

const trimOf = ([threshold, colour, horizontal, vertical]: readonly string[]): Trim | undefined =>
  has(threshold)
    ? {
        threshold: readNumber('trim', threshold, 0),
        colour: has(colour) ? readHexColour('trim', colour) : undefined,
        isEqual: { horizontal: readBoolean(horizontal), vertical: readBoolean(vertical) },
      }
    : undefined;

const overlayOf = (
  [share, position, x = '', y = '', scale]: readonly string[],
  picture: OverlayPicture | undefined,
): Overlay | undefined => {
  const opacity = readNumber('watermark', share, 0, 1);
  const at = has(position) ? readOneOf('watermark', position, [...compass, 're']) : 'ce';
  const asked = {
    ...{ opacity, at, x: readOffset('watermark', x), y: readOffset('watermark', y) },
    scale: has(scale) ? readPositive('watermark', scale) : 0,
  };
  if (at === 're' && Math.min(asked.x, asked.y) < 0) {
    throw invalid('watermark: expected offsets of at least 0 with re.');
  }
  if (picture === undefined) {
    throw invalid('watermark: the configuration has no picture for it (delivery.watermark).');
  }
  return opacity === 0 ? undefined : { picture, ...asked };
};
