import type { SettingRange } from '../../../image/encoder.ts';
import type { PressureReason } from '../../../image/quality/receipt.ts';
import {
  meets,
  nextSetting,
  placeOf,
  type SearchLimits,
  smallestTrial,
} from '../../../image/quality/search-step.ts';
import { fileBytes } from '../../../jobs/file-bytes.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { ScorerFailure } from '../scorer/failure.ts';
import { type MeasuredTrial, runTrial, scoreToSearchBy } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/** What colours that repeat gave: the trials, and the one to take in place of the best palette. */
export type Repeated = Readonly<{
  trials: readonly MeasuredTrial[];
  better?: MeasuredTrial | undefined;
  /** Load ended it early. */
  stopped?: PressureReason | undefined;
  /** A passing fault ended it early. */
  isDegraded?: boolean;
}>;

/**
 * Palettes in which pixels take the colours of earlier places that they resemble, as coarsely as the target
 * allows. They are made of a palette that is a little finer than the `best` one of the search, which stays
 * the result where they cannot be made.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const repeatColours = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<Repeated> => {
  if (!isWanted(encoders, task, best)) return { trials: [] };
  const pressure = task.pressure();
  if (pressure !== undefined) return { trials: [], stopped: pressure };
  const base = await finerPalette(encoders, task, best, all);
  const trials = base === best || all.includes(base) ? [] : [base];
  const made: Attempt[] = [];
  const end: { stopped?: PressureReason; isDegraded?: boolean } = {};
  for (;;) {
    const coarseness = nextSetting(made, coarsenesses, task.sourceTarget, limits);
    if (coarseness === undefined) break;
    const reason = task.pressure();
    if (reason !== undefined) {
      end.stopped = reason;
      break;
    }
    const trialIndex = all.length + trials.length;
    const trial = await repeatedTrial(task, base, coarseness, trialIndex).catch(failureOf);
    if (trial instanceof ScorerFailure) end.isDegraded = !trial.isLasting;
    if (trial === undefined || trial instanceof ScorerFailure) break;
    trials.push(trial);
    made.push({ setting: coarseness, score: trial.score, bytes: trial.bytes, trial });
    if (!mayBecomeWorth(trial, best, meets(trial.score, task.sourceTarget))) break;
  }
  const smallest = smallestTrial(made, coarsenesses, task.sourceTarget)?.trial;
  const isBetter =
    smallest !== undefined && meets(smallest.score, task.sourceTarget) && isWorth(smallest, best);
  return { trials, better: isBetter ? smallest : undefined, ...end };
};

const isWanted = (
  { isQuick = false }: EncoderOptions,
  { encoder, job, sourceTarget, variants }: SearchTask,
  { colours, score, variant }: MeasuredTrial,
): boolean =>
  encoder.repeatsColours === true &&
  !isQuick &&
  colours !== undefined &&
  // Another one was dithered to the target at a price, and has no errors to spare.
  variant === variants[0] &&
  meets(score, sourceTarget) &&
  job.plan.width * job.plan.height <= mostPixels;

/** @throws whatever is no failure of the process that scores. */
const failureOf = (error: unknown): ScorerFailure => {
  if (error instanceof ScorerFailure) return error;
  throw error;
};

/** Larger pictures take seconds, and mostly have few details that resemble each other. */
const mostPixels = 600_000;

/** Besides those of the palette. */
const limits: SearchLimits = { maxTrials: 3, slack: 2 };

/** Errors in squared levels that one bit is worth. */
const coarsenesses: SettingRange = { finest: 0.3, coarsest: 8, start: 0.8, steps: 'ratio' };

type Attempt = Readonly<{ setting: number; score: number; bytes: number; trial: MeasuredTrial }>;

/** The filters of PNG, which follow, make a plain palette up to 4 % smaller, and seldom one with repetitions. */
const worthItsErrors = 0.96;

const isWorth = ({ bytes }: MeasuredTrial, best: MeasuredTrial): boolean =>
  bytes <= best.bytes * worthItsErrors;

/** Whether another trial may: where this one meets the target, a coarser one. */
const mayBecomeWorth = ({ bytes }: MeasuredTrial, best: MeasuredTrial, isMet: boolean): boolean =>
  bytes <= best.bytes * (isMet ? mostOverBest : worthItsErrors);

/** One with more bytes is as good as never worth its errors when it is coarser. */
const mostOverBest = 1.05;

/** Share of the range of settings by which a palette is finer that has room for further errors. */
const roomForErrors = 0.05;

/** The smallest of the finer trials; where there is none, one that is made for this. */
const finerPalette = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<MeasuredTrial> => {
  const { range } = task;
  const most = placeOf(range, best.setting) - roomForErrors;
  const finer = all
    .filter(({ setting, variant }) => variant === best.variant && placeOf(range, setting) <= most)
    .filter(({ score }) => score >= best.score)
    .toSorted((one, other) => one.bytes - other.bytes)[0];
  if (finer !== undefined) return finer;
  const value = Math.round((2 * best.setting + range.finest) / 3);
  if (value === best.setting) return best;
  const setting = { value, variant: best.variant };
  const trial = await runTrial(encoders, task, setting, {
    trialIndex: all.length,
    scans: undefined,
  });
  return typeof trial === 'string' || trial.score < best.score ? best : trial;
};

/** Undefined for a palette of a kind in which colours are not repeated, such as one of few colours. */
const repeatedTrial = async (
  { job, measurer, encoder, candidateIndex, sourceTarget }: SearchTask,
  base: MeasuredTrial,
  coarseness: number,
  trialIndex: number,
): Promise<MeasuredTrial | undefined> => {
  const file = `candidate${candidateIndex}-trial${trialIndex}.png`;
  let encodeMs = 0;
  const onSpent = (spent: number): void => {
    encodeMs += spent;
  };
  const { endBy } = job;
  const files = { input: base.file, output: file };
  if (!(await measurer.repeatColours({ ...files, coarseness }, { endBy, onSpent })))
    return undefined;
  const measured = await measurer.score(file, encoder.produces, { isSample: false, endBy });
  return {
    ...base,
    variant: `${base.variant ?? ''} repeated ${coarseness}`.trim(),
    score: scoreToSearchBy(measured, encoder.produces, sourceTarget),
    measured,
    file,
    bytes: await fileBytes(job.folder.file(file)),
    encodeMs,
  };
};
