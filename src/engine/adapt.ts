import { rangeOf, type QualityMode } from '../image/encoder.ts';
import type { Candidate } from '../image/plan.ts';
import { isDrawn } from '../image/quality/flatness.ts';
import { targetFor } from '../image/quality/source-quality.ts';
import { encode, type Finisher, inputFileOf, type Withdrawn } from './encode.ts';
import { type Gauge, openGauge, type GaugeOptions, scored } from './gauge.ts';
import type { Job } from './job.ts';
import { createLead, type Lead } from './lead.ts';
import type { EncodeOptions } from './run-encoder.ts';
import { ScorerFailure } from './scorer.ts';
import { tune } from './tune.ts';

/** What it takes to choose settings per image. */
export type Adaptive = Omit<GaugeOptions, 'runner' | 'maxWaitMs' | 'runVips'> &
  Readonly<{
    target: number;
    /** Score below which nothing lossy is taken while there is another. */
    min: number;
    /** Score up to which a result that meets the target is not tried to be made smaller; null: the target. */
    max: number | null;
    probes: number;
    budget: number;
    paletteBudget: number;
    /** More tools wait than is good: settings are fixed at once. */
    isPressed: () => boolean;
  }>;

/** Others wait; nothing could be measured; too small for a search to pay or to tell anything. */
export type FallbackReason = 'pressure' | 'unmeasured' | 'small';

/** How the settings of one job are chosen. */
export type Adaptation =
  | Readonly<{ mode: 'fixed'; fallback?: FallbackReason }>
  | Readonly<{
      mode: 'adaptive';
      /** Absent where no candidate has a choice. */
      gauge?: Gauge;
      /** For this source. */
      target: number;
      lead: Lead;
    }>;

export type AdaptOptions = EncodeOptions &
  Pick<GaugeOptions, 'runVips'> &
  Readonly<{ adaptive?: Adaptive }>;

/** Whether settings are searched for, and what the search is held against. */
export const adaptationOf = async (options: AdaptOptions, job: Job): Promise<Adaptation> => {
  const { adaptive } = options;
  if (adaptive === undefined || job.facts.frames > 1) return { mode: 'fixed' };
  const target = targetFor(job.facts.quantisation, adaptive.target);
  const lead = createLead(target);
  if (!job.plan.candidates.some((candidate) => isSearched(options, candidate))) {
    return { mode: 'adaptive', target, lead };
  }
  if (isThumbnail(job) || isSliver(job)) return { mode: 'fixed', fallback: 'small' };
  if (adaptive.isPressed()) return { mode: 'fixed', fallback: 'pressure' };
  try {
    const gauge = await openGauge({ ...options, ...adaptive }, job);
    return { mode: 'adaptive', gauge, target, lead };
  } catch (error) {
    // The encoders find out whether the source is to blame.
    if (!(error instanceof ScorerFailure)) throw error;
    return { mode: 'fixed', fallback: 'unmeasured' };
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
  { candidate, lane }: Contest,
): Promise<Finisher | Withdrawn> => {
  const { adaptive } = options;
  const gauge = adaptation.mode === 'adaptive' ? adaptation.gauge : undefined;
  if (adaptive === undefined || gauge === undefined || adaptation.mode === 'fixed') {
    const start = { input: inputFileOf(job, candidate), done: 0, lane };
    return encode(options, job, candidate, start);
  }
  const { target, lead } = adaptation;
  const asked = { candidate, lane, target, lead };
  const end = await measured({ ...options, adaptive }, job, gauge, asked);
  if (!('withdrawn' in end)) lead.take(end);
  return end;
};

type Contest = Readonly<{ candidate: Candidate; lane: number }>;

const measured = async (
  options: AdaptOptions & Readonly<{ adaptive: Adaptive }>,
  job: Job,
  gauge: Gauge,
  asked: Contest & Readonly<{ target: number; lead: Lead }>,
): Promise<Finisher | Withdrawn> => {
  const { adaptive } = options;
  const { candidate, lane } = asked;
  const start = { input: inputFileOf(job, candidate), done: 0, lane };
  const [first = ''] = candidate.chain;
  if (isSearched(options, candidate)) {
    const isPalette = options.table.encoders[first]?.produces === 'image/png';
    const budget = isPalette ? adaptive.paletteBudget : adaptive.budget;
    try {
      const slack = adaptive.max === null ? undefined : adaptive.max - adaptive.target;
      return await tune({ ...options, ...adaptive, budget, slack }, job, gauge, asked);
    } catch (error) {
      if (!(error instanceof ScorerFailure)) throw error;
      // What is meant to be measured is no good without it.
      const isForMeasuring = options.table.encoders[first]?.mode === 'adaptive';
      return isForMeasuring ? unmeasured : encode(options, job, candidate, start);
    }
  }
  const finished = await encode(options, job, candidate, start);
  return 'withdrawn' in finished || finished.lossless ? finished : scored(finished, gauge);
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
