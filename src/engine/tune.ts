import { rangeOf } from '../image/encoder.ts';
import type { Candidate } from '../image/plan.ts';
import type { ReceiptProbe } from '../image/quality/receipt.ts';
import { bestTrial, placeOf, settledSetting } from '../image/quality/search.ts';
import {
  needsNextVariant,
  preferredVariant,
  type VariantOutcome,
} from '../image/quality/variants.ts';
import { type Attempt, attemptsWith, type Bench, spentOn, type TuneOptions } from './attempt.ts';
import { encode, type Finisher, inputFileOf } from './encode.ts';
import { type Gauge, scored } from './gauge.ts';
import type { Job } from './job.ts';

/**
 * Finds the setting of the candidate's first encoder whose result is the smallest that scores `target`,
 * and runs its chain with it. Undefined when an encoder declines the work.
 * @throws ToolFailure, ScorerFailure, whatever the runner throws.
 */
export const tune = async (
  options: TuneOptions,
  job: Job,
  gauge: Gauge,
  { candidate, target, lane }: Readonly<{ candidate: Candidate; target: number; lane: number }>,
): Promise<Finisher | undefined> => {
  const bench = benchOf(options, job, gauge, { candidate, target, lane });
  if (bench === undefined) throw new Error(`nothing to search for in ${candidate.chain.join('+')}`);
  const attempts: Attempt[] = [];
  const outcomes: (VariantOutcome & Readonly<{ attempts: readonly Attempt[] }>)[] = [];
  for (const variant of bench.encoder.variants ?? [undefined]) {
    const before = outcomes.at(-1);
    if (before !== undefined && (!needsNextVariant(before, target) || options.isPressed())) break;
    const tried = await attemptsWith(variant, { options, job, gauge, bench, attempts });
    const best = bestTrial(tried, bench.range, target);
    if (best === undefined) break;
    outcomes.push({ ...outcomeOf(best, bench), attempts: tried });
  }
  const chosen = preferredVariant(outcomes, target);
  const finished =
    chosen === undefined
      ? undefined
      : bench.isMosaic
        ? await encodeWhole(options, job, gauge, bench, chosen.attempts)
        : await continueBest(options, job, bench, chosen.attempts);
  if (finished?.making === undefined) return undefined;
  const probes = attempts.map(probeOf);
  const milliseconds = attempts.reduce((sum, attempt) => sum + spentOn(attempt), 0);
  const making = { ...finished.making, probes };
  return {
    ...finished,
    making: { ...making, milliseconds: making.milliseconds + milliseconds },
  };
};

const benchOf = (
  { table }: TuneOptions,
  job: Job,
  { mosaic }: Gauge,
  asked: Readonly<{ candidate: Candidate; target: number; lane: number }>,
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
  return { ...asked, name, encoder, range, input, isMosaic };
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
  gauge: Gauge,
  { candidate, range, target, lane }: Bench,
  attempts: readonly Attempt[],
): Promise<Finisher | undefined> => {
  const value = settledSetting(attempts, range, target);
  const setting = { value, variant: attempts[0]?.variant };
  const input = inputFileOf(job, candidate);
  const finished = await encode(options, job, candidate, { input, done: 0, setting, lane });
  const same = attempts.find((attempt) => attempt.setting === value);
  if (finished === undefined || same === undefined) return finished && scored(finished, gauge);
  return { ...finished, score: same.measured.score };
};

/** The best try is the result; what is left of its chain is run. */
const continueBest = async (
  options: TuneOptions,
  job: Job,
  { candidate, range, target, lane }: Bench,
  attempts: readonly Attempt[],
): Promise<Finisher | undefined> => {
  const best = bestTrial(attempts, range, target);
  if (best === undefined) return undefined;
  const start = { input: best.file, done: 1, lane };
  const finished = await encode(options, job, candidate, start);
  if (finished?.making === undefined) return undefined;
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
