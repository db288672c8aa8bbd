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
  made?: ResultTraits;
}>;

/** How a result was made. */
export type ResultTraits = Readonly<{
  sourceType: string;
  mediaType: string;
  /** On SSIMULACRA2's scale, and that of the worst place; null where they were not measured. */
  score: number | null;
  worstPlace: number | null;
  /** Names of its encoders, and the values in the first one's command. */
  encoders: string;
  settings: Readonly<Record<string, number | string>>;
  /** From reading the source to the result. */
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
