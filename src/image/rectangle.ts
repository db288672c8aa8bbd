/** Whole pixels, after orientation has been applied. */
export type Size = Readonly<{ width: number; height: number }>;

export const isSameSize = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height;

/** Whole pixels; `left` and `top` count from the upper left corner. */
export type Rectangle = Size & Readonly<{ left: number; top: number }>;
