import { rangeOf, type QualityMode } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { isDrawn } from '../../image/score/flatness.ts';
import type { PressureReason } from '../../image/quality/receipt.ts';
import { targetFor } from '../../image/quality/source-quality.ts';
import { encode, type Finisher, inputFileOf, type Withdrawn } from '../race/run-chain.ts';
import { type Measurer, openMeasurer, type MeasurerOptions, withScore } from './measurer.ts';
import type { Job } from '../job.ts';
import { bestSoFar, type BestSoFar } from '../race/best-so-far.ts';
import type { Pressure } from './pressure.ts';
import type { EncodeOptions } from '../race/run-encoder.ts';
import { ScorerFailure } from './scorer/failure.ts';
import { tune } from './search.ts';

/** What it takes to choose settings per image. */
export type Adaptive = Omit<MeasurerOptions, 'runner' | 'maxWaitMs' | 'runVips'> &
  Readonly<{
    target: number;
    /** Score below which nothing lossy is taken while there is another. */
    min: number;
    /** Score up to which a result that meets the target is not tried to be made smaller; null: the target. */
    max: number | null;
    probes: number;
    budget: number;
    paletteBudget: number;
    /** Where there is any, settings are fixed at once. */
    pressure: Pressure;
  }>;

/** Haste; nothing could be measured; too small for a search to pay or to tell anything. */
export type FallbackReason = PressureReason | 'unmeasured' | 'small';

/** How the settings of one job are chosen. */
export type Adaptation =
  | Readonly<{
      mode: 'fixed';
      fallback?: FallbackReason;
      /** Another time settings may be searched for. */
      isDegraded?: boolean;
    }>
  | Readonly<{
      mode: 'adaptive';
      /** Absent where no candidate has a choice. */
      gauge?: Measurer;
      /** For this source. */
      target: number;
    }>;

export type AdaptOptions = EncodeOptions &
  Pick<MeasurerOptions, 'runVips'> &
  Readonly<{ adaptive?: Adaptive }>;

/** Whether settings are searched for, and what the search is held against. */
export const adaptationOf = async (options: AdaptOptions, job: Job): Promise<Adaptation> => {
  const { adaptive } = options;
  if (adaptive === undefined || job.facts.frames > 1) return { mode: 'fixed' };
  const target = targetFor(job.facts.quantisation, adaptive.target);
  if (!job.plan.candidates.some((candidate) => isSearched(options, candidate))) {
    return { mode: 'adaptive', target };
  }
  if (isThumbnail(job) || isSliver(job)) return { mode: 'fixed', fallback: 'small' };
  const haste = adaptive.pressure(job.endBy);
  if (haste !== undefined) return { mode: 'fixed', fallback: haste, isDegraded: true };
  try {
    const gauge = await openMeasurer({ ...options, ...adaptive }, job);
    return { mode: 'adaptive', gauge, target };
  } catch (error) {
    // The encoders find out whether the source is to blame.
    if (!(error instanceof ScorerFailure)) throw error;
    return { mode: 'fixed', fallback: 'unmeasured', isDegraded: !error.isLasting };
  }
};

/** About 180 pixels square: a few kilobytes with any setting, and a search takes longer than all else. */
const thumbnailPixels = 32_768;

const isThumbnail = ({ plan }: Job): boolean =>
  plan.resize !== undefined && plan.width * plan.height <= thumbnailPixels;

/** Pixels across the score's windows, which in a smaller picture see little but its edges repeated. */
const leastSide = 7;

const isSliver = ({ plan }: Job): boolean => Math.min(plan.width, plan.height) < leastSide;

/** The candidates that compete in this mode, and suit the picture as far as it is known. */
export const competing = (
  { table: { encoders } }: EncodeOptions,
  candidates: readonly Candidate[],
  adaptation: Adaptation,
): readonly Candidate[] => {
  const gauge = adaptation.mode === 'adaptive' ? adaptation.gauge : undefined;
  const isFlat = gauge === undefined || isDrawn(gauge.survey.flatness);
  return candidates.filter(({ chain }) =>
    chain.every((name) => {
      const { mode, flatOnly = false } = encoders[name] ?? {};
      return isOfMode(mode, adaptation.mode) && (isFlat || !flatOnly);
    }),
  );
};

const isOfMode = (wanted: QualityMode | undefined, mode: QualityMode): boolean =>
  wanted === undefined || wanted === mode;

/** Runs a candidate with the setting that suits the picture; with the fixed one where there is no choice. */
export const finish = async (
  options: AdaptOptions,
  job: Job,
  adaptation: Adaptation,
  { candidate, lane, before }: Contest,
): Promise<Finisher | Withdrawn> => {
  const { adaptive } = options;
  const gauge = adaptation.mode === 'adaptive' ? adaptation.gauge : undefined;
  if (adaptive === undefined || gauge === undefined || adaptation.mode === 'fixed') {
    const start = { input: inputFileOf(job, candidate), done: 0, lane };
    return encode(options, job, candidate, start);
  }
  const { target } = adaptation;
  const asked = { candidate, lane, target, lead: bestSoFar(before, target) };
  return measured({ ...options, adaptive }, job, gauge, asked);
};

/** A candidate, its lane (a number of its own), and what came in before it started. */
export type Contest = Readonly<{
  candidate: Candidate;
  lane: number;
  before: readonly Finisher[];
}>;

/**
 * Candidates that run side by side, round after round. A palette takes most work to search for, and
 * most often loses to what is searched for otherwise: it starts when that has come in. What it is held
 * against is then the same each time, which it would not be if all ran at once.
 */
export const roundsOf = (
  options: AdaptOptions,
  adaptation: Adaptation,
  candidates: readonly Candidate[],
): readonly (readonly Candidate[])[] => {
  if (adaptation.mode === 'fixed' || adaptation.gauge === undefined) return [candidates];
  const searched = candidates.filter((candidate) => isSearched(options, candidate));
  const palettes = searched.filter((candidate) => isPalette(options, candidate));
  if (palettes.length === searched.length) return [candidates];
  return [candidates.filter((candidate) => !palettes.includes(candidate)), palettes];
};

const isPalette = ({ table: { encoders } }: EncodeOptions, { chain }: Candidate): boolean =>
  encoders[chain[0] ?? '']?.produces === 'image/png';

const measured = async (
  options: AdaptOptions & Readonly<{ adaptive: Adaptive }>,
  job: Job,
  gauge: Measurer,
  asked: Omit<Contest, 'before'> & Readonly<{ target: number; lead: BestSoFar }>,
): Promise<Finisher | Withdrawn> => {
  const { adaptive } = options;
  const { candidate, lane } = asked;
  const start = { input: inputFileOf(job, candidate), done: 0, lane };
  const [first = ''] = candidate.chain;
  if (isSearched(options, candidate)) {
    const budget = isPalette(options, candidate) ? adaptive.paletteBudget : adaptive.budget;
    try {
      const slack = adaptive.max === null ? undefined : adaptive.max - adaptive.target;
      return await tune({ ...options, ...adaptive, budget, slack }, job, gauge, asked);
    } catch (error) {
      if (!(error instanceof ScorerFailure)) throw error;
      // What is meant to be measured is no good without it.
      const isForMeasuring = options.table.encoders[first]?.mode === 'adaptive';
      const isDegraded = !error.isLasting;
      if (isForMeasuring) return { ...unmeasured, isDegraded };
      return { ...(await encode(options, job, candidate, start)), isDegraded };
    }
  }
  const finished = await encode(options, job, candidate, start);
  return 'withdrawn' in finished || finished.lossless ? finished : withScore(finished, gauge);
};

const unmeasured: Withdrawn = { withdrawn: 'its results cannot be measured' };

/** A setting can be searched for, since its range is known and results can be measured. */
const isSearched = (
  { table: { encoders }, adaptive }: AdaptOptions,
  { chain }: Candidate,
): boolean => {
  const encoder = encoders[chain[0] ?? ''];
  if (encoder === undefined || adaptive === undefined) return false;
  const { produces, mode } = encoder;
  const isKnown = produces === 'image/png' || adaptive.decoders.has(produces);
  return isKnown && isOfMode(mode, 'adaptive') && rangeOf(encoder) !== undefined;
};
