/**
 * The kinds of alpha: 0 (clear), 255 (opaque), and what is between. What is clear or opaque stays so exactly, since
 * sprites and hit tests, trimming, and a picture on another ground depend on it.
 */
export const kinds = 3;

export const clear = 0;
export const between = 1;
export const opaque = 2;

/** The kind of an alpha of 0 to 255, which may be a mean. */
export const kindOf = (alpha: number): number =>
  alpha < 0.5 ? clear : alpha >= 254.5 ? opaque : between;
