import { ScorerFailure } from '../../scorer/failure.ts';
import { uncounted } from '../survey-source.ts';
import type { MeasuredTrial } from './run-trial.ts';
import { stopReason } from './next-trial.ts';
import { type Continued, type SearchTask, settingAfter } from './search-task.ts';

/**
 * The task with planes that are fitted to the result of its first trial, where it reads planes and these
 * change by it; otherwise as it was. Other trials are then made with them, whatever the first one scored.
 * @throws whatever the runner throws.
 */
export const withFittedPlanes = async (
  task: SearchTask,
  trial: MeasuredTrial,
): Promise<Continued> => {
  const { job, measurer, encoder, candidateIndex, input } = task;
  const unchanged = { task, start: trial.setting };
  if (!task.readsPlanes || stopReason(task, [trial]) !== undefined) return unchanged;
  const output = `candidate${candidateIndex}-fitted.yuv`;
  const files = { planes: input, encoded: trial.file, mediaType: encoder.produces, output };
  try {
    const use = { endBy: job.endBy, onSpent: uncounted };
    if (!(await measurer.fitPlanes(files, use))) return unchanged;
  } catch (error) {
    // The search is complete without them.
    if (!(error instanceof ScorerFailure)) throw error;
    return unchanged;
  }
  const start = settingAfter(trial, expectedGain, task);
  return { task: { ...task, input: output, label: 'fitted' }, start };
};

/** Points of the score that planes gain by it: up to 1.7 where colours are saturated, and hardly any elsewhere. */
const expectedGain = 0.4;
