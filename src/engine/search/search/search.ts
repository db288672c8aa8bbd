import type { Setting } from '../../../image/encoder.ts';
import { type Look, lookOf, looksRight } from '../../../image/search/look.ts';
import { leastBytesAtTarget } from '../../../image/search/least-bytes.ts';
import { ditheringGain } from '../../../image/search/palette-reach.ts';
import type { ReceiptTrial, SearchStop } from '../../../image/search/receipt.ts';
import {
  bestTrial,
  meets,
  placeOf,
  settledSetting,
  smallestTrial,
} from '../../../image/search/search-step.ts';
import {
  needsNextVariant,
  preferredVariant,
  type VariantOutcome,
} from '../../../image/search/variants.ts';
import type { SkippedResult } from '../../race/candidate-result.ts';
import { declined } from '../../race/run-chain.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { afterDraft, withDraft } from './draft-trial.ts';
import { furtherTrials } from './further-trials.ts';
import { type MeasuredTrial, runTrial } from './run-trial.ts';
import { isHopeless, nextTrial } from './next-trial.ts';
import { makingOf } from './search-making.ts';
import { withPlanes } from './with-planes.ts';
import { expectedBytes, type SearchTask } from './search-task.ts';

/** The setting a search ended with. */
export type FoundSetting = Readonly<{
  kind: 'found';
  setting: Setting;
  /** The trial's file, where trials encode the whole picture: the rest of the chain reads it. */
  trialFile: string | undefined;
  /** For the whole picture, where trials encode sample tiles; undefined where it searches for its own. */
  scans: string | undefined;
  /** Of the trial with this setting; undefined when no trial was made with it. */
  scores: Look | undefined;
  trials: readonly ReceiptTrial[];
  /** Time of all trials. */
  milliseconds: number;
  stopped: SearchStop | undefined;
  /** Load ended the search early. */
  isDegraded: boolean;
}>;

/**
 * The setting of the chain's first encoder with which the result is the smallest that meets the target;
 * skipped when the encoder declines, or the result cannot win.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const searchSetting = async (
  encoders: EncoderOptions,
  given: SearchTask,
): Promise<FoundSetting | SkippedResult> => {
  let task = withDraft(encoders, await withPlanes(encoders, given));
  const { range, sourceTarget } = task;
  const all: MeasuredTrial[] = [];
  const outcomes: Outcome[] = [];
  let stopped: SearchStop | undefined;
  let isTooLarge = false;
  for (const variant of task.variants) {
    const previous = outcomes.at(-1);
    if (previous !== undefined) {
      if (!needsNextVariant(previous, sourceTarget)) break;
      if (isHopeless(task, previous.best, ditheringGain)) break;
      const pressure = task.pressure();
      stopped ??= pressure;
      if (pressure !== undefined) break;
    }
    // The best setting of another variant is close to the best of this one.
    let start = bestTrial(all, range, sourceTarget)?.setting ?? range.start;
    const trials: MeasuredTrial[] = [];
    let lacksTrials = false;
    for (;;) {
      const next = nextTrial(task, start, trialsOf(task, trials), all);
      lacksTrials = next.stopped === 'trials';
      if (!lacksTrials) stopped ??= next.stopped;
      if (next.setting === undefined) break;
      const trial = await runTrial(
        encoders,
        task,
        { value: next.setting, variant },
        { trialIndex: all.length, scans: trials[0]?.scans },
      );
      if (typeof trial === 'string') {
        isTooLarge = trial === 'too-large';
        break;
      }
      trials.push(trial);
      all.push(trial);
      const isDraft = task.command !== undefined;
      if (!isDraft && leastBytesAtTarget(trial, sourceTarget) > task.mostBytes) {
        const setting = { value: trial.setting, variant };
        return { ...noSmaller, isDegraded: false, making: makingOf(setting, all, stopped) };
      }
      // Finer settings take more; after one that meets the target coarser ones may take far less.
      if (!meets(trial.score, sourceTarget)) task.onExpected(expectedBytes(task, trial.bytes));
      if (isDraft) ({ task, start } = afterDraft(task, trial));
    }
    const best = smallestTrial(trials, range, sourceTarget);
    if (best === undefined) break;
    outcomes.push({ ...outcomeOf(task, variant, best, trials), lacksTrials });
  }
  const outcome = preferredVariant(outcomes, sourceTarget);
  // Further trials with another variant would not change the result.
  if (outcome?.lacksTrials === true) stopped ??= 'trials';
  if (outcome === undefined) {
    return isTooLarge ? { ...farLarger, isDegraded: isHurried(stopped) } : declined;
  }
  const found = settingOf(task, outcome);
  // Finer settings than one that is too large are larger still.
  const isRefused = !outcome.isAcceptable && !meets(outcome.score, sourceTarget);
  const giveUp =
    isTooLarge && isRefused
      ? farLarger
      : isHopeless(task, outcome.best, ditheringGain)
        ? hopeless
        : undefined;
  if (giveUp !== undefined) {
    const making = makingOf(found.setting, all, stopped);
    return { ...giveUp, isDegraded: isHurried(stopped), making };
  }
  const { trials, better, ...further } = await furtherTrials(encoders, task, outcome.best, all);
  stopped ??= further.stopped;
  task.onExpected(better?.bytes ?? expectedBytes(task, outcome.bytes));
  const made = better && { trialFile: better.file, scores: lookOf(better.measured) };
  const making = makingOf(found.setting, [...all, ...trials], stopped);
  const isDegraded = isHurried(stopped) || further.isDegraded === true;
  return { kind: 'found', ...found, ...made, ...making, isDegraded };
};

const isHurried = (stopped: SearchStop | undefined): boolean =>
  stopped === 'pressure' || stopped === 'deadline';

/** Those made as the task makes them now. The others meet the target with other settings. */
const trialsOf = (
  { label }: SearchTask,
  trials: readonly MeasuredTrial[],
): readonly MeasuredTrial[] => trials.filter((trial) => trial.label === label);

type Outcome = VariantOutcome &
  Readonly<{
    variant: string | undefined;
    best: MeasuredTrial;
    trials: readonly MeasuredTrial[];
    /** Its search ended for lack of trials. */
    lacksTrials: boolean;
  }>;

const farLarger: SkippedResult = {
  kind: 'skipped',
  reason: 'given up: another result is far smaller',
};

const noSmaller: SkippedResult = {
  kind: 'skipped',
  reason: 'given up: its source, which is lossy already, is hardly larger',
};

const hopeless: SkippedResult = {
  kind: 'skipped',
  reason: 'given up: no palette is expected to reach the target',
};

const outcomeOf = (
  { range, encoder, sourceTarget, isSample }: SearchTask,
  variant: string | undefined,
  best: MeasuredTrial,
  trials: readonly MeasuredTrial[],
): Omit<Outcome, 'lacksTrials'> => {
  const { score, bytes, setting, measured } = best;
  // Only JPEG has a variant that keeps more colour, or becomes too large where it cannot.
  const isJpeg = encoder.produces === 'image/jpeg';
  const place = isJpeg ? placeOf(range, setting) : 1;
  const colourLoss = isJpeg ? measured.colourLoss : 0;
  const isAcceptable = !isJpeg && looksRight(measured, sourceTarget);
  const isWhole = !isSample;
  return { score, bytes, isWhole, place, colourLoss, isAcceptable, variant, best, trials };
};

/** The best trial's setting. For sample tiles one between two trials, so the whole picture is encoded. */
const settingOf = (
  { range, sourceTarget, isSample }: SearchTask,
  { variant, best, trials }: Outcome,
): Pick<FoundSetting, 'setting' | 'trialFile' | 'scores' | 'scans'> => {
  if (!isSample) {
    const setting = { value: best.setting, variant };
    return { setting, trialFile: best.file, scores: lookOf(best.measured), scans: undefined };
  }
  const value = settledSetting(trials, range, sourceTarget);
  const same = trials.find((trial) => trial.setting === value);
  const scores = same && lookOf(same.measured);
  return { setting: { value, variant }, trialFile: undefined, scores, scans: best.scans };
};
