import type { SettingRange } from '../../../image/encoder.ts';
import { type EncoderOptions, readsLossySource } from '../../race/run-encoder.ts';
import type { MeasuredTrial } from './run-trial.ts';
import { stopReason } from './next-trial.ts';
import { type Continued, type SearchTask, settingAfter } from './search-task.ts';

/**
 * The task with the encoder's draft command for its first trial, where it has one. It is as it was where another
 * command takes the place of the usual one.
 */
export const withDraft = ({ isQuick = false }: EncoderOptions, task: SearchTask): SearchTask => {
  const { job, encoder, input, readsPlanes } = task;
  const { draftCommand } = encoder;
  const isUsual = !isQuick && !readsPlanes && !readsLossySource(encoder, job, input);
  return draftCommand === undefined || !isUsual
    ? task
    : { ...task, command: draftCommand, label: 'draft' };
};

/**
 * The task for what follows a draft, and the setting to go on with. It is as it was, so that further trials are
 * drafts too, under load and for a picture of which a trial with the usual command takes too long.
 */
export const afterDraft = (task: SearchTask, draft: MeasuredTrial): Continued => {
  const { job, sourceTarget } = task;
  const isLarge = job.plan.width * job.plan.height > mostPixels;
  if (isLarge || stopReason(task, [draft]) !== undefined) return { task, start: draft.setting };
  const range = withSpread(task.range, draft.score + expectedGain, sourceTarget);
  const start = settingAfter(draft, expectedGain, { range, sourceTarget });
  return { task: { ...task, range, command: undefined, label: undefined }, start };
};

/** `avifenc` takes 0.8 s a megapixel, and twice that on a busy machine. The last trial starts within 29 s. */
const mostPixels = 16_000_000;

/** The range with the points that scores fall from its one end to the other, as they do between two of them. */
const withSpread = (range: SettingRange, score: number, target: number): SettingRange => {
  if (range.steps === 'ratio') return range;
  const error = 100 - (score + target) / 2;
  return { ...range, spread: fallPerStep * error * Math.abs(range.coarsest - range.finest) };
};

/**
 * With each step of the quality of `avifenc` a score falls by this share of its distance from 100: 0.035 to 0.075 for
 * 24 photographs with scores of 65 to 92.
 */
const fallPerStep = 0.05;

/** Points of the score that the usual command of `avifenc` gains over its draft command at one setting. */
const expectedGain = 0.5;
