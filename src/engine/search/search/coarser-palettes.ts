import type { SettingRange } from '../../../image/encoder.ts';
import type { PressureReason } from '../../../image/search/receipt.ts';
import { mayRepeatColours } from '../../../image/search/may-repeat-colours.ts';
import {
  meets,
  nextSetting,
  type SearchLimits,
  smallestTrial,
} from '../../../image/search/search-step.ts';
import { fileBytes } from '../../../jobs/file-bytes.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { ScorerFailure } from '../../scorer/failure.ts';
import { type FurtherTrials, type MeasuredTrial, scoreToSearchBy } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/** How palettes are made coarser. */
export type Coarsening = Readonly<{
  kind: 'repeated-colours' | 'merged-colours';
  /** Errors in squared levels that one bit is worth. */
  range: SettingRange;
  base: MeasuredTrial;
  /** Trials before. */
  trialIndex: number;
  /** Bytes that the result is to be smaller than. */
  mostBytes: number;
}>;

/** Whether coarser palettes are made of the best one of a search. */
export const mayBecomeCoarser = (
  { isQuick = false }: EncoderOptions,
  { encoder, job, sourceTarget, variants }: SearchTask,
  { colours, score, variant }: MeasuredTrial,
): boolean =>
  mayRepeatColours(encoder, job.plan) &&
  !isQuick &&
  colours !== undefined &&
  // Another one was dithered to the target at a price, and has no errors to spare.
  variant === variants[0] &&
  meets(score, sourceTarget);

/** The smallest palette that meets the target, of those that are made of a `base` as coarsely as it allows. */
export const coarserPalettes = async (
  task: SearchTask,
  coarsening: Coarsening,
): Promise<FurtherTrials> => {
  const { range, mostBytes, trialIndex } = coarsening;
  const made: Attempt[] = [];
  const end: { stopped?: PressureReason; isDegraded?: boolean } = {};
  for (;;) {
    const coarseness = nextSetting(made, range, task.sourceTarget, limits);
    if (coarseness === undefined) break;
    const reason = task.pressure();
    if (reason !== undefined) {
      end.stopped = reason;
      break;
    }
    const index = trialIndex + made.length;
    const trial = await coarserTrial(task, coarsening, coarseness, index).catch(failureOf);
    if (trial instanceof ScorerFailure) end.isDegraded = !trial.isLasting;
    if (trial === undefined || trial instanceof ScorerFailure) break;
    made.push({ setting: coarseness, score: trial.score, bytes: trial.bytes, trial });
    if (!mayBecomeWorth(task, coarsening, trial)) break;
  }
  const smallest = smallestTrial(made, range, task.sourceTarget)?.trial;
  const isBetter =
    smallest !== undefined &&
    meets(smallest.score, task.sourceTarget) &&
    smallest.bytes <= mostBytes * worthItsErrors;
  const trials = made.map(({ trial }) => trial);
  return { trials, better: isBetter ? smallest : undefined, ...end };
};

/** @throws whatever is no failure of the process that scores. */
const failureOf = (error: unknown): ScorerFailure => {
  if (error instanceof ScorerFailure) return error;
  throw error;
};

/** Besides those of the palette. */
const limits: SearchLimits = { maxTrials: 3, slack: 2 };

type Attempt = Readonly<{ setting: number; score: number; bytes: number; trial: MeasuredTrial }>;

/** The filters of PNG, which follow, make a plain palette up to 4 % smaller, and seldom one with repetitions. */
const worthItsErrors = 0.96;

/** Whether another trial may: where this one meets the target, a coarser one. */
const mayBecomeWorth = (
  { sourceTarget }: SearchTask,
  { kind, mostBytes }: Coarsening,
  { score, bytes }: MeasuredTrial,
): boolean => {
  // Fewer colours take far fewer bytes.
  if (kind === 'merged-colours' && score > sourceTarget + farAbove) return true;
  return bytes <= mostBytes * (meets(score, sourceTarget) ? mostOverBest : worthItsErrors);
};

const farAbove = 3;

/** One that meets the target with more bytes is as good as never worth its errors when it is coarser. */
const mostOverBest = 1.05;

/** Undefined for a palette of a kind that is not made coarser, such as one of few colours. */
const coarserTrial = async (
  { job, measurer, encoder, candidateIndex, sourceTarget }: SearchTask,
  { kind, base }: Coarsening,
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
  if (!(await measurer.make({ kind, coarseness }, files, { endBy, onSpent }))) return undefined;
  const measured = await measurer.score(file, encoder.produces, { isSample: false, endBy });
  return {
    ...base,
    variant: `${base.variant ?? ''} ${kind.replace('-colours', '')} ${coarseness}`.trim(),
    score: scoreToSearchBy(measured, encoder.produces, sourceTarget),
    measured,
    file,
    bytes: await fileBytes(job.folder.file(file)),
    encodeMs,
  };
};
