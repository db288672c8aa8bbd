import type { Rectangle, Size } from '../rectangle.ts';
import { backdropsOf, type Backdrop, type FoundBackdrop } from './backdrop.ts';
import { boxOf, maskedPixelCount, connectedSizesOf, type Mask } from './mask.ts';
import type { Raster } from '../raster.ts';

/** Whether a thumbnail shows an object that stands free on a plain backdrop, or is cropped (`cover`). */
type ThumbAnalysis =
  | Readonly<{ kind: 'cover' }>
  | Readonly<{ kind: 'object'; object: Rectangle; backdrop: Backdrop }>;

/** A picture with a shorter side is too small to separate an object from its backdrop. */
const smallestSide = 8;

/**
 * Looks for a free-standing object in `picture`, which is `source` shrunk. The object's rectangle is in
 * pixels of the source, without a margin. The result is `cover` in any doubt (specification, section 2.4).
 */
export const analyseThumb = (picture: Raster, source: Size): ThumbAnalysis => {
  if (Math.min(picture.width, picture.height) < smallestSide) return { kind: 'cover' };
  for (const found of backdropsOf(picture)) {
    const box = objectIn(found);
    if (box !== undefined) {
      return { kind: 'object', object: enlarged(box, picture, source), backdrop: found.backdrop };
    }
  }
  return { kind: 'cover' };
};

const objectIn = ({ backdrop, object }: FoundBackdrop): Rectangle | undefined => {
  // Transparency needs no tolerance: every visible pixel belongs to the object.
  if (backdrop.kind === 'transparent') return boxOf(object, 1);
  const box = boxOf(object, 2);
  return box !== undefined && standsFree(box, object, backdrop) && holdsTogether(box, object)
    ? box
    : undefined;
};

const smallestShare = 0.002;

const standsFree = (box: Rectangle, mask: Mask, backdrop: Backdrop): boolean => {
  const most = boundsOf(backdrop);
  const pixels = mask.width * mask.height;
  const filled = maskedPixelCount(mask) / pixels;
  return (
    (box.width * box.height) / pixels <= most.box &&
    filled >= smallestShare &&
    filled <= most.filled &&
    edgesTouched(box, mask) <= most.edges
  );
};

/** Limits for objects by backdrop: `box` and `filled` are shares of the picture, `edges` the number of edges touched. */
const bounds = {
  flat: { box: 0.96, filled: 0.8, edges: 2 },
  // White counts as backdrop even where the object leaves almost none of it.
  white: { box: 1, filled: 0.93, edges: 2 },
  gradient: { box: 0.9, filled: 0.8, edges: 1 },
};

const boundsOf = (backdrop: Backdrop): (typeof bounds)['flat'] => {
  if (backdrop.kind !== 'flat') return bounds.gradient;
  const { red, green, blue } = backdrop.colour;
  return Math.min(red, green, blue) >= 248 ? bounds.white : bounds.flat;
};

const edgesTouched = ({ left, top, width, height }: Rectangle, picture: Size): number =>
  [left === 0, top === 0, left + width === picture.width, top + height === picture.height].filter(
    Boolean,
  ).length;

/**
 * Whether the object is mostly one piece, or a few pieces that fill their box, such as a pair of shoes.
 * Lights at night and lines of text are neither.
 */
const holdsTogether = (box: Rectangle, mask: Mask): boolean => {
  const count = maskedPixelCount(mask);
  const [largest = 0, second = 0, third = 0] = connectedSizesOf(mask);
  if (largest >= 0.8 * count) return true;
  const isDense = count >= 0.3 * box.width * box.height;
  return isDense && largest + second + third >= 0.9 * count;
};

/** A box of the small picture in pixels of the source, rounded outwards. */
const enlarged = (box: Rectangle, picture: Size, source: Size): Rectangle => {
  const across = source.width / picture.width;
  const down = source.height / picture.height;
  const left = Math.floor(box.left * across);
  const top = Math.floor(box.top * down);
  const right = Math.min(source.width, Math.ceil((box.left + box.width) * across));
  const bottom = Math.min(source.height, Math.ceil((box.top + box.height) * down));
  return { left, top, width: right - left, height: bottom - top };
};
