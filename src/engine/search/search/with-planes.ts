import { mayBeTransparent } from '../../job.ts';
import { type EncoderOptions, readsLossySource } from '../../race/run-encoder.ts';
import { uncounted } from '../survey-source.ts';
import { encodeAlpha } from './alpha.ts';
import type { SearchTask } from './search-task.ts';

/**
 * The task with planes of the picture as its input, where its encoder reads them, and with its alpha, which
 * is encoded once for all trials. It is as it was for a lossy source that the encoder reads directly, whose
 * planes are taken as they are, and where time matters more than bytes.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const withPlanes = async (
  encoders: EncoderOptions,
  task: SearchTask,
): Promise<SearchTask> => {
  const { job, measurer, encoder, candidateIndex, input, isSample } = task;
  const { width, height } = job.plan;
  if (encoder.planesCommand === undefined || encoders.isQuick === true || isSample) return task;
  if (width * height > mostPixels || readsLossySource(encoder, job, input)) return task;
  const { alphaCommand: command } = encoder;
  let alpha: Uint8Array | undefined;
  if (mayBeTransparent(job)) {
    if (command === undefined) return task;
    const encoded = await encodeAlpha(encoders, task, { input, command, title: 'alpha' });
    if (encoded.verdict === 'declined') return task;
    alpha = encoded.alpha;
  }
  const output = `candidate${candidateIndex}-planes.yuv`;
  const use = { endBy: job.endBy, onSpent: uncounted };
  if (!(await measurer.make({ kind: 'planes' }, { output }, use))) return task;
  return { ...task, input: output, readsPlanes: true, transparency: alpha && { input, alpha } };
};

/** The process that makes them takes up to 28 bytes of memory a pixel. */
const mostPixels = 8_000_000;
