import { judgedScore } from '../../../image/quality/look.ts';
import { meets } from '../../../image/quality/search-step.ts';
import { maxBanding } from '../../../image/score/banding.ts';
import { alphaBytesOf } from '../../../image/webp/alpha-bytes.ts';
import { withFileBytes } from '../../../jobs/file-bytes.ts';
import { type EncoderOptions, readsLossySource } from '../../race/run-encoder.ts';
import { ScorerFailure } from '../scorer/failure.ts';
import { type FurtherTrials, type MeasuredTrial, runTrial } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/**
 * One more trial with the setting of the `best` one, whose alpha has fewer levels. It is taken where it meets
 * the target on black and on white, no place of it is spoiled, it adds no bands to soft edges, and it is
 * clearly smaller.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const coarsenAlpha = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  trialIndex: number,
): Promise<FurtherTrials> => {
  if (!(await isWanted(encoders, task, best))) return { trials: [] };
  const pressure = task.pressure();
  if (pressure !== undefined) return { trials: [], stopped: pressure };
  const most = best.bytes * worthItsErrors;
  // A picture with few levels of alpha keeps them all, and is not measured again.
  const smaller = { ...task, cannotWin: (bytes: number) => bytes > most || task.cannotWin(bytes) };
  const setting = { value: best.setting, variant: best.variant };
  try {
    const use = { trialIndex, scans: undefined, hasCoarseAlpha: true } as const;
    const made = await runTrial(encoders, smaller, setting, use);
    if (typeof made === 'string') return { trials: [] };
    const variant = `${best.variant ?? ''} coarse alpha`.trim();
    // Bands are judged apart, and a spoiled place lowers the score.
    const score = judgedScore(made.measured, task.encoder.produces, task.sourceTarget);
    const trial = { ...made, variant, score };
    const isBetter = meets(score, task.sourceTarget) && !(await addsBands(task, trial, best));
    return { trials: [trial], better: isBetter ? likeSearched(trial, best) : undefined };
  } catch (error) {
    // The best result is complete without it.
    if (!(error instanceof ScorerFailure)) throw error;
    return { trials: [], isDegraded: !error.isLasting };
  }
};

const isWanted = async (
  { isQuick = false }: EncoderOptions,
  { encoder, job, input, isSample, readsPlanes, sourceTarget }: SearchTask,
  { file, bytes, score }: MeasuredTrial,
): Promise<boolean> => {
  if (encoder.coarseAlphaCommand === undefined || encoder.produces !== 'image/webp') return false;
  // Planes are those of an opaque picture. A lossy WebP is encoded by a command of its own.
  if (isQuick || isSample || readsPlanes || readsLossySource(encoder, job, input)) return false;
  if (!meets(score, sourceTarget)) return false;
  return (await withFileBytes(job.folder.file(file), alphaBytesOf)) > bytes * leastAlpha;
};

/** Share of a result's bytes that alpha must have: what fewer levels save is mostly less than half of it. */
const leastAlpha = 0.05;

/** A result of hardly fewer bytes is not worth its errors. */
const worthItsErrors = 0.98;

/** Whether bands are seen that the best result does not have. Its own, of coarse blocks, are measured only then. */
const addsBands = async (
  { job, measurer, encoder }: SearchTask,
  { measured }: MeasuredTrial,
  best: MeasuredTrial,
): Promise<boolean> => {
  if (measured.banding <= maxBanding) return false;
  const use = { isSample: false, guardsBands: true, endBy: job.endBy };
  const { banding } = await measurer.score(best.file, encoder.produces, use);
  return measured.banding > banding + sameBands;
};

/** Levels by which bands may differ and are the same. */
const sameBands = 0.1;

/** Without its bands, of which those that it has in common with the best result refuse neither. */
const likeSearched = (trial: MeasuredTrial, { measured }: MeasuredTrial): MeasuredTrial => ({
  ...trial,
  measured: { ...trial.measured, banding: measured.banding },
});
