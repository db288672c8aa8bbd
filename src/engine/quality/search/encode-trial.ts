import { rm } from 'node:fs/promises';
import { argvOf } from '../../../image/encoder.ts';
import { lossyPngProgram } from '../../../tools/own-programs.ts';
import {
  type EncoderEnd,
  type EncoderOptions,
  type EncoderRun,
  runEncoder,
} from '../../race/run-encoder.ts';
import { writeWithAlpha } from './alpha.ts';
import type { SearchTask } from './search-task.ts';

/**
 * Runs an encoder for a trial. The service's own `lossy-png` makes the same file in the process that scores
 * it: there neither Node starts nor is the source decoded for each trial.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const encodeTrial = async (
  encoders: EncoderOptions,
  task: SearchTask,
  run: EncoderRun,
): Promise<EncoderEnd> => {
  const { job, measurer } = task;
  const { input, output } = run;
  if (task.readsPlanes) return encodePlanes(encoders, task, run);
  const quality = lossyPngQuality(encoders, task, run);
  if (quality === undefined) return runEncoder(encoders, job, run);
  let milliseconds = 0;
  const onSpent = (spent: number): void => {
    milliseconds += spent;
  };
  const product = { kind: 'lossy-png', quality } as const;
  const use = { endBy: job.endBy, onSpent };
  const isMade = await measurer.make(product, { input, output }, use);
  return { verdict: isMade ? 'done' : 'declined', milliseconds };
};

/** Results of planes of a transparent picture get its alpha. */
const encodePlanes = async (
  encoders: EncoderOptions,
  { job, name, encoder, transparency }: SearchTask,
  run: EncoderRun,
): Promise<EncoderEnd> => {
  const { command = encoder.planesCommand } = run;
  if (transparency === undefined) return runEncoder(encoders, job, { ...run, command });
  const colours = `colours-${run.output}`;
  const end = await runEncoder(encoders, job, { ...run, command, output: colours });
  if (end.verdict === 'declined') return end;
  await writeWithAlpha({ job, name }, colours, transparency.alpha, run.output);
  await rm(job.folder.file(colours));
  return end;
};

/** Undefined where another program is to run, or this one with arguments that are not its usual ones. */
const lossyPngQuality = (
  { tools }: EncoderOptions,
  { encoder, job: { plan } }: SearchTask,
  { name, input, output, setting, command }: EncoderRun,
): number | undefined => {
  if (tools.get(name)?.path !== lossyPngProgram) return undefined;
  if (plan.width * plan.height > mostPixels) return undefined;
  const [, value = '', ...files] = argvOf(
    encoder,
    { input, output, qtables: '' },
    setting,
    command,
  );
  const quality = Number(value);
  const isUsual = files.length === 2 && files[0] === input && files[1] === output;
  return isUsual && quality >= 0 && quality <= 100 ? quality : undefined;
};

/** The process that scores has less memory than the program, which takes larger pictures. */
const mostPixels = 8_000_000;
