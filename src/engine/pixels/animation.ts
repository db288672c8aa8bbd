import { rm, stat } from 'node:fs/promises';
import { timingOf, type Timing } from '../../image/webp/animation.ts';
import { strippedResult } from '../race/verify-result.ts';
import type { Finisher } from '../race/run-chain.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { assembleArgs, assemblerName } from '../../tools/img2webp.ts';
import type { RunStep } from './make-pixels.ts';
import { framePieces, type FrameStrip } from '../../tools/vips/file.ts';
import {
  allFramesOf,
  copyArgs,
  decodeArgs,
  flattenArgs,
  frameArgs,
} from '../../tools/vips/args.ts';
import { writePieces } from '../../jobs/write-pieces.ts';

const stripFile = 'strip.raw';
const resultFile = 'animation.webp';

/** Whether a job is an animation whose frames change; others keep their frames as they are. */
export const changesFrames = ({ facts, plan }: Job): boolean =>
  facts.frames > 1 && (plan.resize !== undefined || plan.background !== undefined);

/**
 * Every frame of an animated WebP filled, resized and cropped as planned, each by itself so that no
 * edge takes colour from the next frame, and put together again with the durations it had.
 */
export const animate = async (
  job: Job,
  { vips, assemble }: { vips: RunStep; assemble: RunStep },
): Promise<Finisher> => {
  const { folder, facts, plan } = job;
  const strip = await makeStrip(job, vips);
  const timing = await withFileBytes(folder.file(sourceFileName(facts.mediaType)), timingOf);
  const frames: string[] = [];
  for (let frame = 0; frame < strip.frames; frame += 1) {
    const [input, output] = ['frame.v', `frame${frame}.png`];
    await writePieces(folder.file(stripFile), framePieces(strip, frame), folder.file(input));
    const args = plan.resize ? frameArgs(input, output, plan.resize) : copyArgs(input, output);
    await vips(job, { args, input, output, isOwnInput: true });
    frames.push(output);
  }
  const args = assembleArgs(frames, timing, resultFile);
  await assemble(job, { args, input: stripFile, output: resultFile });
  return finisherOf(job, timing);
};

/** The pixels of all frames as raw bytes: upright sRGB of the source's size, filled where asked. */
const makeStrip = async (job: Job, vips: RunStep): Promise<FrameStrip> => {
  const { folder, facts, plan } = job;
  const { width, height, frames } = facts;
  const { background } = plan;
  const source = sourceFileName(facts.mediaType);
  const decoded = background === undefined ? stripFile : 'frames.png';
  const args = decodeArgs(allFramesOf(source), decoded, facts.iccProfile);
  await vips(job, { args, input: source, output: decoded });
  if (background !== undefined) {
    const filled = flattenArgs(decoded, stripFile, background);
    await vips(job, { args: filled, input: decoded, output: stripFile });
    await rm(folder.file(decoded));
  }
  const { size } = await stat(folder.file(stripFile));
  const bands = size / (width * height * frames);
  if (bands !== 3 && bands !== 4) throw new Error(`the strip of frames has ${bands} bands`);
  return { width, height, frames, bands };
};

/**
 * Frames equal to the one before become a longer one, and if all are equal a still picture: so the
 * durations are compared, not the number of frames.
 */
const finisherOf = async ({ folder, facts, plan }: Job, asked: Timing): Promise<Finisher> => {
  const file = folder.file(resultFile);
  const { mediaType } = facts;
  const made = await withFileBytes(file, timingOf);
  const frames = made.durationsMs.length;
  const expected = { ...plan, frames: Math.max(1, frames) };
  const stripped = await strippedResult(file, mediaType, expected, plan.background === undefined);
  if (stripped === undefined || (frames > 0 && totalMs(made) !== totalMs(asked))) {
    throw new Error('the animation is not as planned');
  }
  return { ...stripped, name: assemblerName, file, mediaType, lossless: false };
};

const totalMs = ({ durationsMs }: Timing): number =>
  durationsMs.reduce((sum, duration) => sum + Math.max(1, duration), 0);
