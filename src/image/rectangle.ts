/** Whole pixels, after orientation has been applied. */
export type Size = Readonly<{ width: number; height: number }>;

/** Whole pixels; `left` and `top` count from the upper left corner. */
export type Rectangle = Size & Readonly<{ left: number; top: number }>;
