import { rm } from 'node:fs/promises';
import { timingOf, type Timing } from '../../image/webp/animation.ts';
import { strippedResult } from '../race/verify-result.ts';
import type { MadeResult } from '../race/candidate-result.ts';
import { fileBytes, withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { assembleArgs, assemblerName } from '../../tools/img2webp.ts';
import { type Change, frameSteps } from './framing-steps.ts';
import { makeOverlay } from './make-overlay.ts';
import type { RunStep } from './run-vips.ts';
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

/** Whether a job is an animation whose frames are resized or filled. */
export const changesFrames = ({ facts, plan }: Job): boolean =>
  facts.frames > 1 && (plan.resize !== undefined || plan.background !== undefined);

/**
 * An animated WebP with every frame filled, resized and cropped as planned, and with its durations. Each
 * frame is changed by itself, so that no edge takes colour from the next one.
 */
export const animate = async (
  job: Job,
  { runVips, runAssembler }: Readonly<{ runVips: RunStep; runAssembler: RunStep }>,
): Promise<MadeResult> => {
  const { folder, facts } = job;
  const strip = await makeStrip(job, runVips);
  await makeOverlay(job, runVips);
  const timing = await withFileBytes(folder.file(sourceFileName(facts.mediaType)), timingOf);
  const steps = frameStepsOf(job, strip.bands === 4);
  const frames: string[] = [];
  for (let frame = 0; frame < strip.frames; frame += 1) {
    const [input, output] = ['frame.v', `frame${frame}.png`];
    await writePieces(folder.file(stripFile), framePieces(strip, frame), folder.file(input));
    for (const [index, step] of steps.entries()) {
      const from = index === 0 ? input : `stage${index}.png`;
      const to = index === steps.length - 1 ? output : `stage${index + 1}.png`;
      await runVips(job, { args: step(from, to), input: from, output: to, isOwnInput: true });
    }
    frames.push(output);
  }
  const args = assembleArgs(frames, timing, resultFile);
  await runAssembler(job, { args, input: stripFile, output: resultFile });
  return resultOf(job, timing);
};

const frameStepsOf = (
  { plan: { resize, background } }: Job,
  hasAlpha: boolean,
): readonly Change[] => {
  if (resize === undefined) return [copyArgs];
  if (resize.steps !== undefined) {
    // The frames are filled already, and their margins not.
    const flatten: Change = (input, output) => flattenArgs(input, output, background);
    const isFilled = resize.addsAlpha === true && background !== undefined;
    return [...frameSteps(resize.steps, hasAlpha), ...(isFilled ? [flatten] : [])];
  }
  return [(input, output) => frameArgs(input, output, resize)];
};

/** The pixels of all frames as raw bytes: upright sRGB of the source's size, filled where asked. */
const makeStrip = async (job: Job, runVips: RunStep): Promise<FrameStrip> => {
  const { folder, facts, plan } = job;
  const { width, height, frames } = facts;
  const background = facts.hasAlpha ? plan.background : undefined;
  const source = sourceFileName(facts.mediaType);
  const decoded = background === undefined ? stripFile : 'frames.png';
  const args = decodeArgs(allFramesOf(source), decoded, facts.iccProfile);
  await runVips(job, { args, input: source, output: decoded });
  if (background !== undefined) {
    const filled = flattenArgs(decoded, stripFile, background);
    await runVips(job, { args: filled, input: decoded, output: stripFile });
    await rm(folder.file(decoded));
  }
  const bands = fileBytes(folder.file(stripFile)) / (width * height * frames);
  if (bands !== 3 && bands !== 4) throw new Error(`the strip of frames has ${bands} bands`);
  return { width, height, frames, bands };
};

/**
 * The tool joins equal frames that follow each other, and makes a still picture where all are equal. So
 * total durations are compared, not numbers of frames.
 */
const resultOf = async ({ folder, facts, plan }: Job, asked: Timing): Promise<MadeResult> => {
  const file = folder.file(resultFile);
  const { mediaType } = facts;
  const timing = await withFileBytes(file, timingOf);
  const frames = timing.durationsMs.length;
  const expected = { ...plan, frames: Math.max(1, frames) };
  const stripped = await strippedResult(file, mediaType, expected, true);
  if (stripped === undefined || (frames > 0 && totalMs(timing) !== totalMs(asked))) {
    throw new Error('the animation has not the planned size, frames or durations');
  }
  return { kind: 'made', ...stripped, name: assemblerName, file, mediaType, lossless: false };
};

const totalMs = ({ durationsMs }: Timing): number =>
  durationsMs.reduce((sum, duration) => sum + Math.max(1, duration), 0);
