import { rangeOf } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import type { ReceiptProbe, SearchStop } from '../../image/quality/receipt.ts';
import { bestTrial, placeOf, settledSetting } from '../../image/quality/search-step.ts';
import {
  needsNextVariant,
  preferredVariant,
  type VariantOutcome,
} from '../../image/quality/variants.ts';
import { type Attempt, attemptsWith, type Bench, spentOn, type TuneOptions } from './trials.ts';
import { declined, encode, type Finisher, inputFileOf, type Withdrawn } from '../race/run-chain.ts';
import { type Measurer, withScore } from './measurer.ts';
import type { Job } from '../job.ts';
import type { BestSoFar } from '../race/best-so-far.ts';

/**
 * Finds the setting of the candidate's first encoder whose result is the smallest that scores `target`,
 * and runs its chain with it; withdrawn when an encoder declines the work, or it comes out far behind
 * `lead`.
 * @throws ToolFailure, ScorerFailure, whatever the runner throws.
 */
export const tune = async (
  options: TuneOptions,
  job: Job,
  gauge: Measurer,
  asked: Asked,
): Promise<Finisher | Withdrawn> => {
  const { candidate, target } = asked;
  const bench = benchOf(options, job, gauge, asked);
  if (bench === undefined) throw new Error(`nothing to search for in ${candidate.chain.join('+')}`);
  const attempts: Attempt[] = [];
  let stopped: SearchStop | undefined;
  const onStop = (why: SearchStop): void => {
    stopped ??= why;
  };
  const outcomes: (VariantOutcome & Readonly<{ attempts: readonly Attempt[] }>)[] = [];
  for (const variant of bench.encoder.variants ?? [undefined]) {
    const before = outcomes.at(-1);
    if (before !== undefined && !needsNextVariant(before, target)) break;
    const pressure = before === undefined ? undefined : options.pressure(job.endBy);
    if (pressure !== undefined) {
      onStop(pressure);
      break;
    }
    const tried = await attemptsWith(variant, { options, job, gauge, bench, attempts, onStop });
    const best = bestTrial(tried, bench.range, target);
    if (best === undefined) break;
    outcomes.push({ ...outcomeOf(best, bench), attempts: tried });
  }
  const chosen = preferredVariant(outcomes, target);
  if (chosen === undefined) return declined;
  const isDegraded = stopped !== undefined && stopped !== 'budget';
  if (bench.isOutOfReach(chosen.bytes)) return { ...outpaced, isDegraded };
  const finished = bench.isMosaic
    ? await encodeWhole(options, job, gauge, bench, chosen.attempts)
    : await continueBest(options, job, bench, chosen.attempts);
  if ('withdrawn' in finished || finished.making === undefined) return finished;
  const probes = attempts.map(probeOf);
  const milliseconds = attempts.reduce((sum, attempt) => sum + spentOn(attempt), 0);
  const making = { ...finished.making, probes, stopped };
  return {
    ...finished,
    isDegraded: isDegraded || finished.isDegraded === true,
    making: { ...making, milliseconds: making.milliseconds + milliseconds },
  };
};

/** What is searched for, and in which race. */
type Asked = Readonly<{ candidate: Candidate; target: number; lane: number; lead: BestSoFar }>;

const outpaced: Withdrawn = { withdrawn: 'given up: another result is far smaller' };

const benchOf = (
  { table }: TuneOptions,
  job: Job,
  { mosaic }: Measurer,
  { lead, ...asked }: Asked,
): Bench | undefined => {
  const name = asked.candidate.chain[0] ?? '';
  const encoder = table.encoders[name];
  const range = encoder && rangeOf(encoder);
  if (encoder === undefined || range === undefined) return undefined;
  // Only JPEG's blocks stand for themselves: a palette is made of all colours, and WebP predicts blocks.
  const isMosaic =
    mosaic !== undefined &&
    encoder.produces === 'image/jpeg' &&
    encoder.reads.includes(mosaic.mediaType);
  const input = isMosaic ? mosaic.file : inputFileOf(job, asked.candidate);
  // What a mosaic weighs says nothing about the whole.
  const isOutOfReach = isMosaic ? (): boolean => false : lead.cannotWin;
  return { ...asked, name, encoder, range, input, isMosaic, isOutOfReach };
};

const outcomeOf = (best: Attempt, { range, encoder }: Bench): VariantOutcome => {
  const { score, bytes, setting, measured } = best;
  // Only JPEG has a variant that keeps more colour, or becomes too large where it cannot.
  const isJpeg = encoder.produces === 'image/jpeg';
  return {
    score,
    bytes,
    place: isJpeg ? placeOf(range, setting) : 1,
    colourLoss: isJpeg ? measured.colourLoss : 0,
  };
};

/** The whole picture, with the setting that its mosaic asks for; measured, unless the mosaic was with that setting. */
const encodeWhole = async (
  options: TuneOptions,
  job: Job,
  gauge: Measurer,
  { candidate, range, target, lane }: Bench,
  attempts: readonly Attempt[],
): Promise<Finisher | Withdrawn> => {
  const value = settledSetting(attempts, range, target);
  const setting = { value, variant: attempts[0]?.variant };
  const input = inputFileOf(job, candidate);
  const finished = await encode(options, job, candidate, { input, done: 0, setting, lane });
  const same = attempts.find((attempt) => attempt.setting === value);
  if ('withdrawn' in finished) return finished;
  if (same === undefined) return withScore(finished, gauge);
  return { ...finished, score: same.measured.score };
};

/** The best try is the result; what is left of its chain is run. */
const continueBest = async (
  options: TuneOptions,
  job: Job,
  { candidate, range, target, lane }: Bench,
  attempts: readonly Attempt[],
): Promise<Finisher | Withdrawn> => {
  const best = bestTrial(attempts, range, target);
  if (best === undefined) return declined;
  const start = { input: best.file, done: 1, lane };
  const finished = await encode(options, job, candidate, start);
  if ('withdrawn' in finished || finished.making === undefined) return finished;
  const { score, banding } = best.measured;
  const setting = { value: best.setting, variant: best.variant };
  return { ...finished, score, banding, making: { ...finished.making, setting } };
};

const probeOf = (attempt: Attempt): ReceiptProbe => ({
  setting: attempt.setting,
  variant: attempt.variant ?? null,
  score: tenths(attempt.measured.score),
  milliseconds: Math.round(spentOn(attempt)),
});

const tenths = (score: number): number => Math.round(score * 10) / 10;
