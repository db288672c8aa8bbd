import { type Framing, type FramingPlan, framingPlan } from './framing.ts';
import { isSameSize, type Size } from './rectangle.ts';

/** What a client asks for (specification, section 2.4, resize). */
export type Resize =
  | Readonly<{ method: 'scale'; width: number }>
  | Readonly<{ method: 'scale'; height: number }>
  | Readonly<{ method: 'fit' | 'cover' | 'thumb'; width: number; height: number }>
  | Framing;

/** The size to scale the whole picture to, and the size to crop it to, which is undefined for no crop. */
export type ResizePlan = Readonly<{
  scaled: Size;
  crop: Size | undefined;
  /** What leads to the size of `crop`, with the scaling. Without it, a crop is to the area that draws attention. */
  steps?: FramingPlan['steps'];
  /** Whether the result has alpha although the source has none. */
  addsAlpha?: boolean;
}>;

/**
 * The sizes that make of `source` what `resize` asks for. No side is enlarged, and none is below 1.
 * `thumb` is planned as `cover`, its fallback for a picture without a free-standing object.
 */
export const resizePlan = (source: Size, resize: Resize): ResizePlan => {
  switch (resize.method) {
    case 'scale':
      return { scaled: scaleTo(source, resize), crop: undefined };
    case 'fit':
      return { scaled: fitWithin(source, resize), crop: undefined };
    case 'cover':
    case 'thumb':
      return coverPlan(source, resize);
    case 'framing':
      return framingPlan(source, resize);
  }
};

/** The given side as given, or as in the source if that is smaller; the other side in proportion. */
const scaleTo = (source: Size, asked: Readonly<{ width: number } | { height: number }>): Size =>
  scaledBy(
    source,
    Math.min('width' in asked ? asked.width / source.width : asked.height / source.height, 1),
  );

/** Scales to the smallest size that covers the box, then crops to the box; neither exceeds the source. */
const coverPlan = (source: Size, asked: Size): ResizePlan => {
  const box = clampedTo(source, asked);
  const scaled = scaledBy(source, Math.max(box.width / source.width, box.height / source.height));
  return { scaled, crop: isSameSize(scaled, box) ? undefined : box };
};

/** The size of the result. */
export const resultSize = ({ scaled, crop }: ResizePlan): Size => crop ?? scaled;

/** Largest size with `source`'s proportions inside `box`; never larger than `source`. */
export const fitWithin = (source: Size, box: Size): Size =>
  scaledBy(source, Math.min(box.width / source.width, box.height / source.height, 1));

/** `box` with each side limited to that of `source`. */
export const clampedTo = (source: Size, box: Size): Size => ({
  width: Math.min(box.width, source.width),
  height: Math.min(box.height, source.height),
});

/** `source` times `ratio`, to the nearest whole pixels, at least 1. */
export const scaledBy = (source: Size, ratio: number): Size => ({
  width: Math.max(1, Math.round(source.width * ratio)),
  height: Math.max(1, Math.round(source.height * ratio)),
});
