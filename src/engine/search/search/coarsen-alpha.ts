import { judgedScore } from '../../../image/search/look.ts';
import { meets } from '../../../image/search/search-step.ts';
import { maxBanding } from '../../../image/score/banding.ts';
import { fileBytes } from '../../../jobs/file-bytes.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { ScorerFailure } from '../../scorer/failure.ts';
import { encodeAlpha, writeWithAlpha } from './alpha.ts';
import type { FurtherTrials, MeasuredTrial } from './run-trial.ts';
import type { SearchTask, Transparency } from './search-task.ts';

/**
 * One more trial: the colours of the `best` one, and alpha of fewer levels. It is taken where it meets the
 * target on black and on white, no place of it is spoiled, it adds no bands to soft edges, and it is clearly
 * smaller.
 * @throws ToolFailure; whatever the runner throws.
 */
export const coarsenAlpha = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  trialIndex: number,
): Promise<FurtherTrials> => {
  const { encoder, transparency, sourceTarget } = task;
  const { coarseAlphaCommand: command } = encoder;
  const isWanted = transparency !== undefined && hasMuchAlpha(transparency, best);
  if (command === undefined || !isWanted || !meets(best.score, sourceTarget)) return { trials: [] };
  const pressure = task.pressure();
  if (pressure !== undefined) return { trials: [], stopped: pressure };
  const use = { input: transparency.input, command, title: 'coarse-alpha' };
  const { alpha, milliseconds } = await encodeAlpha(encoders, task, use);
  if (alpha === undefined) return { trials: [] };
  const file = `candidate${task.candidateIndex}-trial${trialIndex}.webp`;
  await writeWithAlpha(task, best.file, alpha, file);
  const bytes = await fileBytes(task.job.folder.file(file));
  // A picture with few levels of alpha keeps them all, and is not measured again.
  if (bytes > best.bytes * worthItsErrors) return { trials: [] };
  try {
    return await measuredTrial(task, { ...best, file, bytes, encodeMs: milliseconds }, best);
  } catch (error) {
    // The best result is complete without it.
    if (!(error instanceof ScorerFailure)) throw error;
    return { trials: [], isDegraded: !error.isLasting };
  }
};

/** What fewer levels save is mostly less than half of the bytes of alpha. */
const hasMuchAlpha = ({ alpha }: Transparency, { bytes }: MeasuredTrial): boolean =>
  alpha.length > bytes * leastAlpha;

/** Share of a result's bytes. */
const leastAlpha = 0.05;

/** A result of hardly fewer bytes is not worth its errors. */
const worthItsErrors = 0.98;

const measuredTrial = async (
  task: SearchTask,
  made: MeasuredTrial,
  best: MeasuredTrial,
): Promise<FurtherTrials> => {
  const { measurer, encoder, sourceTarget } = task;
  const measured = await measurer.score(made.file, encoder.produces, bandsUse(task));
  const variant = `${best.variant ?? ''} coarse alpha`.trim();
  // Bands are judged apart, and a spoiled place lowers the score.
  const score = judgedScore(measured, encoder.produces, sourceTarget);
  const trial = { ...made, measured, variant, score };
  const isBetter = meets(score, sourceTarget) && !(await addsBands(task, trial, best));
  return { trials: [trial], better: isBetter ? likeSearched(trial, best) : undefined };
};

const bandsUse = ({ job: { endBy } }: SearchTask) =>
  ({ isSample: false, guardsBands: true, endBy }) as const;

/** Whether bands are seen that the best result does not have. Its own, of coarse blocks, are measured only then. */
const addsBands = async (
  task: SearchTask,
  { measured }: MeasuredTrial,
  best: MeasuredTrial,
): Promise<boolean> => {
  if (measured.banding <= maxBanding) return false;
  const { measurer, encoder } = task;
  const { banding } = await measurer.score(best.file, encoder.produces, bandsUse(task));
  return measured.banding > banding + sameBands;
};

/** Levels by which bands may differ and are the same. */
const sameBands = 0.1;

/** Without its bands, of which those that it has in common with the best result refuse neither. */
const likeSearched = (trial: MeasuredTrial, { measured }: MeasuredTrial): MeasuredTrial => ({
  ...trial,
  measured: { ...trial.measured, banding: measured.banding },
});
