import type { Builtin } from '../../image/encoder.ts';
import type { Rectangle, Size } from '../../image/rectangle.ts';
import type { Look } from '../../image/search/look.ts';
import type { Shadow } from '../../image/png/shadow/shadow.ts';
import type { Raster } from '../../image/raster.ts';
import type { ThumbPlan } from '../../image/thumb/placement.ts';

export type ThumbRequest = Readonly<{
  /** The source shrunk, in libvips' own format. */
  picture: string;
  source: Size;
  target: Size;
}>;

/** How a thumbnail is made, and the bands of the picture that was searched. */
export type FoundThumb = Readonly<{ plan: ThumbPlan; bands: Raster['bands'] }>;

/** The file that is derived from `source` is to be written to `result`. */
export type MakeRequest = Readonly<{ source: string; result: string; derived: DerivedFile }>;

/** What is derived from a picture: */
export type DerivedFile =
  /** a PNG at a quality of 0 to 100 (`lossyPng`), */
  | Readonly<{ kind: Builtin; quality: number }>
  /** a PNG of its visible part without its shadow (`withoutShadow`), */
  | Readonly<{ kind: 'without-shadow'; shadow: Shadow }>
  /** the planes that an encoder of WebPs reads, without alpha (`planesOf`), */
  | Readonly<{ kind: 'planes' }>
  /** a palette whose colours repeat, of another palette (`withRepeatedColours`), */
  | Readonly<{ kind: 'repeated-colours'; coarseness: number }>
  /** one of which like colours became one (`withMergedColours`), */
  | Readonly<{ kind: 'merged-colours'; coarseness: number }>
  /** one in which what is clear or opaque in the file `pixels` is so again (`withExactEnds`), */
  | Readonly<{ kind: 'exact-ends'; pixels: string }>
  /** or the same PNG in fewer bytes (`deflatedPng`). */
  | Readonly<{ kind: 'deflated-png' }>;

export type ScoreRequest = Readonly<{
  /** What `survey` measured: the sample tiles, or all pixels. */
  reference: string;
  result: string;
  /** Places of the sample tiles in `result`, when it is a whole picture and `reference` is not. */
  tiles: readonly Rectangle[] | undefined;
  /** Whether banding is measured; palettes cause it. */
  looksForBands: boolean;
  /** Whether every pixel is looked at (`pixelBanding`). */
  looksAtEachPixel?: boolean;
  /**
   * What is clear or opaque in `reference` is made so again in the PNG `result`, which is written anew where it was not
   * (`withExactEnds`). That is what is measured then.
   */
  restoresEnds?: boolean;
  /** It is a palette of the picture without this shadow, and is written anew with it and exact ends (`withShadow`). */
  shadow?: Shadow | undefined;
}>;

/** What a survey of a picture's pixels finds. */
export type Survey = Readonly<{
  /** The sample tiles, which were written to a file; undefined for a picture to be measured whole. */
  tiles?: readonly Rectangle[] | undefined;
  /** Number of pixels that are measured. */
  measuredPixels: number;
  /** Share of pixels that equal their neighbour. */
  flatness: number;
  /** Few distinct colours, as in drawn gradients; not looked for where most pixels equal their neighbour. */
  hasFewColours: boolean;
  /** A pixel is not opaque. */
  isTransparent: boolean;
  /** Opaque, and made of soft slopes without edges, in which grain shows. */
  isSmooth: boolean;
  /** Alpha has soft slopes, as shadows have (`hasSoftAlpha`). */
  hasSoftAlpha: boolean;
  /** The shadow that they are, where they have one colour (`shadowOf`). */
  shadow?: Shadow | undefined;
  /** Pixels that lose their colour at half the resolution of colour, where there are the most (`fineColourOf`). */
  fineColour: number;
  /** The mean square of its luma (`brightnessOf`). */
  brightness: number;
}>;

export type Scores = Look & Readonly<{ colourLoss: number }>;

/**
 * What the scoring process does. Pictures are paths of files. All throw for a picture that cannot be read or measured.
 */
export type ScorerWork = Readonly<{
  thumb: (request: ThumbRequest) => FoundThumb;
  /** Whether a pixel is not opaque. */
  isTransparent: (request: Readonly<{ pixels: string }>) => boolean;
  survey: (request: Readonly<{ pixels: string; sample: string }>) => Survey;
  /** False for a source of a kind from which the file is not derived, or which it would not change. */
  make: (request: MakeRequest) => boolean;
  score: (request: ScoreRequest) => Scores;
}>;

type RequestOf<Kind extends keyof ScorerWork> = Readonly<{ kind: Kind }> &
  Parameters<ScorerWork[Kind]>[0];

/** A request to the scoring process. */
export type ScorerRequest = { [Kind in keyof ScorerWork]: RequestOf<Kind> }[keyof ScorerWork];

/** The first message of the process: it has started. */
export const readyMessage = 'ready';

/** The answer to a request; `ended` stands for a process that ended before it answered. */
export type ScorerAnswer =
  | Readonly<{ kind: 'done'; value: ReturnType<ScorerWork[keyof ScorerWork]> }>
  | Readonly<{ kind: 'failed' | 'ended'; reason: string }>;
