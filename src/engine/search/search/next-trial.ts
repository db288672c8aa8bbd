import { pngType } from '../../../image/plan.ts';
import { maxColours } from '../../../image/png/palette.ts';
import { isAffordable } from '../../../image/search/budget.ts';
import { reachOfPalette } from '../../../image/search/palette-reach.ts';
import type { SearchStop } from '../../../image/search/receipt.ts';
import {
  endsInRepetition,
  isOutOfTrials,
  isRepeated,
  meets,
  nextSetting,
} from '../../../image/search/search-step.ts';
import { type MeasuredTrial, spentOn } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/** The next setting to try with a variant; undefined when its search has ended, `stopped` when too early. */
export const nextTrial = (
  task: SearchTask,
  start: number,
  trials: readonly MeasuredTrial[],
  all: readonly MeasuredTrial[],
): Readonly<{ setting?: number; stopped?: SearchStop | undefined }> => {
  const { range, sourceTarget, limits } = task;
  const last = trials.at(-1);
  // Finer settings give the same palette.
  if (last?.colours === maxColours && !meets(last.score, sourceTarget)) return {};
  if (last !== undefined && isHopeless(task, last, 0)) return {};
  // The encoder has reached a limit of its own.
  if (endsInRepetition(trials, sourceTarget)) return {};
  const from = { ...range, start };
  const within = { ...limits, maxTrials: limits.maxTrials + (isRepeated(trials) ? 1 : 0) };
  const setting = nextSetting(trials, from, sourceTarget, within);
  if (setting === undefined) {
    const isCut = isOutOfTrials(trials, from, sourceTarget, within);
    return { stopped: isCut ? 'trials' : undefined };
  }
  if (last === undefined) return { setting };
  const stopped = stopReason(task, all);
  return stopped === undefined ? { setting } : { stopped };
};

/** Why there is to be no further trial, although there is a setting to try. */
export const stopReason = (
  { job, measurer, encoder, isSample, sourceTarget, budget, pressure }: SearchTask,
  trials: readonly MeasuredTrial[],
): SearchStop | undefined => {
  const reason = pressure(Math.max(0, ...trials.map(spentOn)));
  if (reason !== undefined) return reason;
  const pixels = job.plan.width * job.plan.height;
  const costs = {
    trials: trials.length,
    trialPixels: isSample ? measurer.survey.measuredPixels : pixels,
    pixels,
    isWholePalette: encoder.produces === pngType,
    isMet: trials.some(({ score }) => meets(score, sourceTarget)),
  };
  return isAffordable(costs, budget) ? undefined : 'budget';
};

/** Whether no number of colours, and `gain` points besides, make a palette acceptable. */
export const isHopeless = (
  { sourceTarget, mayGiveUp }: SearchTask,
  { measured, colours }: MeasuredTrial,
  gain: number,
): boolean =>
  mayGiveUp &&
  colours !== undefined &&
  !meets(reachOfPalette(measured.score, colours) + gain, sourceTarget);
