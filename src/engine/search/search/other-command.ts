import { meets, nextSetting } from '../../../image/search/search-step.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { stopReason } from './next-trial.ts';
import { type FurtherTrials, type MeasuredTrial, runTrial } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/**
 * One or two trials with the encoder's other command, the first at the setting of the `best` one.
 * The smallest that meets the target is taken, where it is smaller than that.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const tryOtherCommand = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<FurtherTrials> => {
  const { job, encoder, range, sourceTarget } = task;
  const { width, height } = job.plan;
  const otherCommand = width * height > mostPixels ? undefined : encoder.otherCommand;
  const command = task.readsPlanes ? encoder.otherPlanesCommand : otherCommand;
  const isWanted = encoders.isQuick !== true && meets(best.score, sourceTarget);
  if (command === undefined || !isWanted) return { trials: [] };
  const label = [task.label, 'other command'].filter((word) => word !== undefined).join(', ');
  const other = { ...task, command, label };
  const trials: MeasuredTrial[] = [];
  let value: number | undefined = best.setting;
  while (value !== undefined && trials.length < mostTrials) {
    const stopped = stopReason(task, [...all, ...trials]);
    // Its work is not what the search lacks, so that it does not count as cut short.
    if (stopped === 'pressure' || stopped === 'deadline') return { trials, stopped };
    if (stopped !== undefined) break;
    const trialIndex = all.length + trials.length;
    const setting = { value, variant: undefined };
    const trial = await runTrial(encoders, other, setting, { trialIndex, scans: undefined });
    if (typeof trial === 'string') break;
    trials.push(trial);
    if (expectedBytes(trial, best) > best.bytes * worthATrial) break;
    value = nextSetting(trials, range, sourceTarget, { ...task.limits, maxTrials: mostTrials });
  }
  const [smallest] = trials
    .filter(({ score }) => meets(score, sourceTarget))
    .toSorted((one, last) => one.bytes - last.bytes);
  return { trials, better: smallest && smallest.bytes < best.bytes ? smallest : undefined };
};

const mostTrials = 2;

/** That of `avifenc` takes 1.2 s a megapixel, and the search has begun before. */
const mostPixels = 8_000_000;

/** Share of the bytes at an equal score above which the other command is not tried again. */
const worthATrial = 0.985;

/** Bytes of a trial at the score of another one. */
const expectedBytes = ({ bytes, score }: MeasuredTrial, other: MeasuredTrial): number =>
  bytes * Math.exp(logBytesPerPoint * (other.score - score));

/** The mean of 32 photographs and product pictures around the usual target. */
const logBytesPerPoint = 0.06;
