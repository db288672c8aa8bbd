import type { Rectangle } from '../../../image/geometry.ts';

/** What the scoring process is asked: files are named by their paths, pixels never cross. */
export type ScorerRequest =
  | Readonly<{ kind: 'survey'; pixels: string; mosaic: string }>
  | Readonly<{
      kind: 'score';
      /** What `survey` measured: the mosaic, or all pixels. */
      reference: string;
      result: string;
      /** Where the mosaic's tiles lie, when `result` is a whole picture and `reference` a mosaic. */
      tiles: readonly Rectangle[] | undefined;
      /** Whether bands are looked for: palettes make them. */
      guardsBands: boolean;
    }>;

/** What is known of a picture's pixels. */
export type Survey = Readonly<{
  /** The tiles of the mosaic, which was written; undefined for a picture to be measured whole. */
  tiles?: readonly Rectangle[] | undefined;
  /** Pixels of what is measured. */
  measuredPixels: number;
  flatness: number;
}>;

export type Scores = Readonly<{ score: number; banding: number; colourLoss: number }>;

/** What the process says before its first answer: it has started. */
export const readyLine = 'ready';

/** The answer to a request, kept small; `ended` is said in place of a process that ended before it. */
export type ScorerAnswer =
  | Readonly<{ kind: 'survey'; survey: Survey }>
  | Readonly<{ kind: 'scores'; scores: Scores }>
  | Readonly<{ kind: 'failed' | 'ended'; reason: string }>;
