import type { Encoder, Setting, SettingRange } from '../../image/encoder.ts';
import { type Candidate, pngPixels } from '../../image/plan.ts';
import { hasFullPalette } from '../../image/png/palette.ts';
import { maxBanding } from '../../image/score/banding.ts';
import { isAffordable } from '../../image/quality/budget.ts';
import type { SearchStop } from '../../image/quality/receipt.ts';
import { bestTrial, meets, nextSetting } from '../../image/quality/search-step.ts';
import { fileBytes, withFileBytes } from '../../jobs/file-bytes.ts';
import { extensionOf } from '../../jobs/file-names.ts';
import type { Measurer, Measured } from './measurer.ts';
import type { Job } from '../job.ts';
import type { Pressure } from './pressure.ts';
import { type EncodeOptions, runEncoder } from '../race/run-encoder.ts';

export type TuneOptions = EncodeOptions &
  Readonly<{
    /** Most tries with one variant. */
    probes: number;
    /** Points above the target up to which a score is near enough; undefined: as near as it is sure. */
    slack: number | undefined;
    /** Work for tries, as a multiple of one encoding. */
    budget: number;
    /** Why there is to be no more than is needed, whatever the budget. */
    pressure: Pressure;
  }>;

/** The search for one candidate: what is tried, and on what. */
export type Bench = Readonly<{
  name: string;
  encoder: Encoder;
  range: SettingRange;
  candidate: Candidate;
  /** File that is encoded in a try: the mosaic, or what the candidate reads. */
  input: string;
  isMosaic: boolean;
  target: number;
  lane: number;
  /** Whether a try with so many bytes is hopeless, since another candidate's result is far smaller. */
  isOutOfReach: (bytes: number) => boolean;
}>;

/** A setting that was tried on the whole picture or its mosaic. */
export type Attempt = Readonly<{
  setting: number;
  variant: string | undefined;
  /** Lowered where bands show, so that the search goes on to a finer setting. */
  score: number;
  measured: Measured;
  file: string;
  bytes: number;
  /** A palette that is full: finer settings give the same. */
  isFull: boolean;
  encodeMs: number;
}>;

export type Search = Readonly<{
  options: TuneOptions;
  job: Job;
  gauge: Measurer;
  bench: Bench;
  /** All attempts so far, of any variant; those made here are added. */
  attempts: Attempt[];
  /** Told when the search ends although there is a setting to try. */
  onStop: (why: SearchStop) => void;
}>;

/** Tries settings with one variant until the target is met, or no more tries are allowed; none where the encoder declines. */
export const attemptsWith = async (
  variant: string | undefined,
  search: Search,
): Promise<readonly Attempt[]> => {
  const { options, bench, attempts } = search;
  const { range, target } = bench;
  // What another variant came to is near what this one needs.
  const known = bestTrial(attempts, range, target)?.setting ?? range.start;
  const tried: Attempt[] = [];
  for (;;) {
    const limits = { maxTrials: options.probes, slack: options.slack };
    const setting = nextSetting(tried, { ...range, start: known }, target, limits);
    if (setting === undefined) return tried;
    if (tried.length > 0) {
      if (isHopeless(bench, attempts)) return tried;
      const stop = stopOf(search);
      if (stop !== undefined) {
        search.onStop(stop);
        return tried;
      }
    }
    const attempt = await attemptOf({ value: setting, variant }, search);
    if (attempt === undefined) return tried;
    const before = tried.at(-1);
    tried.push(attempt);
    attempts.push(attempt);
    if (attempt.isFull && !meets(attempt.score, target)) return tried;
    // The encoder has come to another limit of its own.
    if (before?.bytes === attempt.bytes && before.score === attempt.score) return tried;
  }
};

const isHopeless = ({ isOutOfReach }: Bench, attempts: readonly Attempt[]): boolean =>
  isOutOfReach(attempts.at(-1)?.bytes ?? 0);

/** Why there is to be no other try. */
const stopOf = ({ options, job, gauge, bench, attempts }: Search): SearchStop | undefined => {
  const pressure = options.pressure(job.endBy);
  if (pressure !== undefined) return pressure;
  const pixels = job.plan.width * job.plan.height;
  const tryPixels = bench.isMosaic ? gauge.survey.measuredPixels : pixels;
  const isMet = attempts.some(({ score }) => meets(score, bench.target));
  const isWholePalette = bench.encoder.produces === pngPixels && gauge.measuresPalettesWhole;
  const costs = { trials: attempts.length, trialPixels: tryPixels, pixels, isWholePalette, isMet };
  return isAffordable(costs, options.budget) ? undefined : 'budget';
};

/** One try. Undefined when the encoder declines it. */
const attemptOf = async (
  { value, variant }: Setting & Readonly<{ value: number }>,
  { options, job, gauge, bench, attempts }: Search,
): Promise<Attempt | undefined> => {
  const { name, encoder, input, isMosaic, target, lane } = bench;
  const file = `lane${lane}-try${attempts.length}.${extensionOf(encoder.produces)}`;
  const setting = { value, variant };
  const run = { name, input, output: file, setting };
  const { verdict, milliseconds } = await runEncoder(options, job, run);
  if (verdict === 'declined') return undefined;
  const measured = await gauge.score(file, encoder.produces, isMosaic);
  const { score, banding } = measured;
  const path = job.folder.file(file);
  return {
    setting: value,
    variant,
    score: banding > maxBanding ? Math.min(score, target - lowered) : score,
    measured,
    file,
    bytes: await fileBytes(path),
    isFull: encoder.produces === pngPixels && (await withFileBytes(path, hasFullPalette)),
    encodeMs: milliseconds,
  };
};

/** Points by which a result with bands is taken to miss the target. */
const lowered = 4;

/** Time of one try, waiting apart. */
export const spentOn = ({ encodeMs, measured }: Attempt): number =>
  encodeMs + measured.milliseconds;
