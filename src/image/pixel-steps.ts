import { type Gravity, type Part, placeWithin, toEven } from './gravity.ts';
import type { Size } from './rectangle.ts';

/** A picture that is laid over others. */
export type OverlayPicture = Size &
  Readonly<{
    /** Of its file beside the source. */
    fileName: string;
    sha256: string;
    hasAlpha: boolean;
    isGrey: boolean;
    /** Whether it has a profile of other colours than sRGB. */
    hasProfile: boolean;
  }>;

/** One change of pixels, in the words of libvips. */
export type PixelStep =
  /** `picture`: what it is cut out of. */
  | Readonly<{ kind: 'cut'; picture: Size; part: Part }>
  | Readonly<{ kind: 'scale'; size: Size }>
  | Readonly<{ kind: 'rotate'; angle: 90 | 180 | 270 }>
  | Readonly<{ kind: 'flip'; direction: 'horizontal' | 'vertical' }>
  /** `sigma`: of the Gaussian, in pixels. */
  | Readonly<{ kind: 'blur' | 'sharpen'; sigma: number }>
  /** What is added mirrors the picture, is transparent, or is the picture again. */
  | Readonly<{
      kind: 'embed';
      size: Size;
      left: number;
      top: number;
      by: 'mirror' | 'clear' | 'repeat';
    }>
  /** Each area of so many pixels becomes one pixel, or each pixel such an area. */
  | Readonly<{ kind: 'shrink' | 'zoom'; by: Size }>
  /** What its alpha is multiplied by. */
  | Readonly<{ kind: 'fade'; opacity: number }>
  /** Lays what the steps make of another picture over it, there. Its alpha stays, or that it has none. */
  | Readonly<{
      kind: 'composite';
      picture: OverlayPicture;
      steps: readonly PixelStep[];
      left: number;
      top: number;
    }>;

/** The sizes that pictures have on the way. */
export const sizesIn = (steps: readonly PixelStep[]): readonly Size[] =>
  steps.flatMap((step) => {
    if (step.kind === 'composite') return sizesIn(step.steps);
    return 'size' in step ? [step.size] : [];
  });

/** Clockwise, then mirrored. */
export type Turn = Readonly<{
  angle?: 0 | 90 | 180 | 270;
  flip?: Readonly<{ horizontal: boolean; vertical: boolean }>;
}>;

export const turnSteps = ({ angle = 0, flip }: Turn): readonly PixelStep[] => [
  ...(angle === 0 ? [] : [{ kind: 'rotate', angle } as const]),
  ...(['horizontal', 'vertical'] as const).flatMap((direction) =>
    flip?.[direction] === true ? [{ kind: 'flip', direction } as const] : [],
  ),
];

/** The sides of a picture after a turn, and before it. */
export const turned = ({ width, height }: Size, { angle = 0 }: Turn): Size =>
  angle % 180 === 0 ? { width, height } : { width: height, height: width };

/** What is done to the look of pixels. 0 or undefined: nothing. */
export type Filters = Readonly<
  Partial<Record<'blur' | 'sharpen' | 'pixelate', number | undefined>>
>;

/** The filters of a picture with these sides, in the order of imgproxy (processing/apply_filters.go). */
export const filterSteps = (
  picture: Size,
  { blur = 0, sharpen = 0, pixelate = 0 }: Filters,
): readonly PixelStep[] => [
  ...(blur > 0 ? [{ kind: 'blur', sigma: blur } as const] : []),
  ...(sharpen > 0 ? [{ kind: 'sharpen', sigma: sharpen } as const] : []),
  ...(pixelate > 1 ? areaSteps(picture, pixelate) : []),
];

/** Areas that are no larger than the picture, so that what is added to make them whole stays small too. */
const areaSteps = (picture: Size, pixels: number): readonly PixelStep[] => {
  const by = { width: Math.min(pixels, picture.width), height: Math.min(pixels, picture.height) };
  const size = {
    width: Math.ceil(picture.width / by.width) * by.width,
    height: Math.ceil(picture.height / by.height) * by.height,
  };
  const corner = { left: 0, top: 0 };
  return [
    { kind: 'embed', size, ...corner, by: 'mirror' },
    { kind: 'shrink', by },
    { kind: 'zoom', by },
    { kind: 'cut', picture: size, part: { size: picture, at: corner } },
  ];
};

/** Pixels at each side, before `dpr`. */
export type Padding = Readonly<{ top: number; right: number; bottom: number; left: number }>;

/** What is added around a picture. */
export type Margins = Readonly<{
  /** To the size that was asked for, with the picture at this place. */
  extend?: Gravity | undefined;
  /** To the proportions that were asked for. */
  extendRatio?: Gravity | undefined;
  padding?: Padding;
}>;

/** The steps that add the margins, and the sides with them (imgproxy, processing/extend.go, padding.go). */
export const marginSteps = (
  picture: Size,
  target: Size,
  { extend, extendRatio, padding }: Margins,
  dpr: number,
): Readonly<{ size: Size; steps: readonly PixelStep[] }> => {
  const steps: PixelStep[] = [];
  let size = picture;
  const embed = (to: Size, at: Readonly<{ left: number; top: number }>): void => {
    if (to.width <= size.width && to.height <= size.height) return;
    steps.push({ kind: 'embed', size: to, ...at, by: 'clear' });
    size = to;
  };
  const embedAt = (to: Size, gravity: Gravity | undefined): void => {
    const at = gravity && placeWithin(to, size, gravity, dpr);
    if (at !== undefined && at !== 'attention') embed(to, at);
  };
  const ratio = ratioSides(picture, target);
  embedAt(
    { width: target.width || picture.width, height: target.height || picture.height },
    extend,
  );
  embedAt(ratio, extendRatio);
  if (padding !== undefined) {
    const [top, right, bottom, left] = [
      padding.top,
      padding.right,
      padding.bottom,
      padding.left,
    ].map((side) => toEven(side * dpr)) as [number, number, number, number];
    embed({ width: size.width + left + right, height: size.height + top + bottom }, { left, top });
  }
  return { size, steps };
};

/** The smallest sides around a picture with the proportions of `target`. */
const ratioSides = ({ width, height }: Size, target: Size): Size => {
  if (target.width === 0 || target.height === 0) return { width, height };
  const [x, y] = [target.width / width, target.height / height];
  return x > y
    ? { width: Math.round(height * (target.width / target.height)), height }
    : { width, height: Math.round(width * (target.height / target.width)) };
};
