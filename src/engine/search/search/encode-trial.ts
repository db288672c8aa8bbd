import { rm } from 'node:fs/promises';
import {
  type EncoderEnd,
  type EncoderOptions,
  type EncoderRun,
  runEncoder,
} from '../../race/run-encoder.ts';
import { writeWithAlpha } from './alpha.ts';
import type { SearchTask } from './search-task.ts';

/**
 * Runs an encoder for a trial. Results of planes of a transparent picture get its alpha.
 * @throws as `runEncoder`.
 */
export const encodeTrial = async (
  encoders: EncoderOptions,
  { job, name, encoder, readsPlanes, transparency }: SearchTask,
  run: EncoderRun,
): Promise<EncoderEnd> => {
  if (!readsPlanes) return runEncoder(encoders, job, run);
  const { command = encoder.planesCommand } = run;
  if (transparency === undefined) return runEncoder(encoders, job, { ...run, command });
  const colours = `colours-${run.output}`;
  const end = await runEncoder(encoders, job, { ...run, command, output: colours });
  if (end.verdict === 'declined') return end;
  await writeWithAlpha({ job, name }, colours, transparency.alpha, run.output);
  await rm(job.folder.file(colours));
  return end;
};
