import { pathFieldsOf, type RawPath } from './raw-path.ts';

/** What happened to one file. */
export type Outcome = Readonly<{
  path: RawPath;
  /** `done`: an earlier run has compressed it. `left`: it stays as it is, for `reason`. */
  happened: 'compressed' | 'done' | 'left' | 'failed';
  reason?: string;
  /** Where the result is; undefined where there is none. */
  target?: RawPath;
  /** Bytes before and after; equal for a file that stays as it is. */
  before: number;
  after: number;
  /** Where its original bytes are, if they are kept. */
  original?: RawPath;
  made?: Made;
}>;

/** How a result was made. Scores are null where they were not measured. */
export type Made = Readonly<{
  sourceType: string;
  mediaType: string;
  score: number | null;
  worstPlace: number | null;
  encoders: string;
  settings: Readonly<Record<string, number | string>>;
  milliseconds: number;
}>;

/** The outcome as a line of JSON. */
export const outcomeLine = (outcome: Outcome): string => {
  const { path, target, happened, reason, before, after, made } = outcome;
  const result = target === undefined ? undefined : pathFieldsOf(target);
  return JSON.stringify({
    ...pathFieldsOf(path),
    happened,
    reason,
    target: result?.path,
    targetBase64: result?.pathBase64,
    before,
    after,
    score: made?.score,
    worstPlace: made?.worstPlace,
    type: made?.mediaType,
    encoders: made?.encoders,
    settings: made?.settings,
    milliseconds: made?.milliseconds,
  });
};
