import { type EncoderOptions, readsLossySource } from '../../race/run-encoder.ts';
import { uncounted } from '../survey-source.ts';
import type { SearchTask } from './search-task.ts';

/**
 * The task with planes of the picture as its input, where its encoder reads them. It is as it was for a
 * lossy source that the encoder reads directly, whose planes are taken as they are, and where time matters
 * more than bytes.
 * @throws ScorerFailure; whatever the runner throws.
 */
export const withPlanes = async (
  { isQuick = false }: EncoderOptions,
  task: SearchTask,
): Promise<SearchTask> => {
  const { job, measurer, encoder, candidateIndex, input, isSample } = task;
  const { width, height } = job.plan;
  if (encoder.planesCommand === undefined || isQuick || isSample) return task;
  if (width * height > mostPixels || readsLossySource(encoder, job, input)) return task;
  const output = `candidate${candidateIndex}-planes.yuv`;
  const use = { endBy: job.endBy, onSpent: uncounted };
  const isMade = await measurer.make({ kind: 'planes' }, { output }, use);
  return isMade ? { ...task, input: output, readsPlanes: true } : task;
};

/** The process that makes them takes about 20 bytes of memory a pixel. */
const mostPixels = 8_000_000;
