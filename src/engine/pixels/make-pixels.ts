import { pixmapType, type Plan, pngType, withoutOpaqueTypes } from '../../image/plan.ts';
import type { Raster } from '../../image/raster.ts';
import type { ThumbPlacement } from '../../image/thumb/placement.ts';
import { decoderInput } from './with-colour-profile.ts';
import { pixelsFileName } from '../../jobs/file-names.ts';
import { type Job, type LeftStep, mayBeTransparent } from '../job.ts';
import { type Change, framingSteps } from './framing-steps.ts';
import { makeOverlay } from './make-overlay.ts';
import type { Scorer, ScorerUse } from '../scorer/client.ts';
import { ScorerFailure } from '../scorer/failure.ts';
import { failStep, type RunStep } from './run-vips.ts';
import type { Tool } from '../../tools/tool-runner.ts';
import { lowestOfLastBand } from '../../tools/vips/file.ts';
import {
  colourArgs,
  copyArgs,
  decodeArgs,
  embedArgs,
  extractArgs,
  flattenArgs,
  thumbAnalysisArgs,
  statsArgs,
} from '../../tools/vips/args.ts';

const smallFile = 'small.v';

/**
 * Makes the files of pixels that the plan's candidates read: decoded once, upright, sRGB, resized,
 * placed, filled. `isTransparent` is only looked up where candidates depend on it; otherwise false. With `vips`,
 * the last step is not done but given back, for this libvips, where one candidate, the only result, reads a PPM.
 */
export const makePixels = async (
  job: Job,
  run: RunStep,
  scorer: PixelReader,
  vips?: Tool,
): Promise<MadePixels> => {
  const { plan } = job;
  const [first, ...others] = plan.pixels;
  if (first === undefined) return { isTransparent: false };
  const placement = plan.thumb === undefined ? undefined : await placementOf(job, run, scorer);
  await makeOverlay(job, run);
  const steps = changesOf(job, placement);
  // The last stage is the file of one reader. Several readers, or a look at alpha, need a file to copy from,
  // which is a PNG: that of the encoders where one reads PNG.
  const looksAtAlpha = mayBeTransparent(job) && plan.pixels.includes(pixmapType);
  const isShared = others.length > 0 || looksAtAlpha;
  const last = !isShared ? first : plan.pixels.find((mediaType) => mediaType === pngType);
  const hasOneReader = !isShared && plan.candidates.length === 1 && !plan.sourceCompetes;
  let { input } = decoderInput(job);
  for (const [stage, step] of steps.entries()) {
    const isLast = stage === steps.length - 1;
    const output = isLast && last !== undefined ? pixelsFileName(last) : stageFile(stage);
    const target = isLast ? withSaveOptions(plan, last, output) : output;
    const stepRun = { args: step(input, target), input, output };
    if (isLast && hasOneReader && last === pixmapType && vips !== undefined) {
      const alone = (): Promise<void> => run(job, stepRun);
      const failed: LeftStep['failed'] = (failure) => failStep(failure, job, stepRun);
      return { isTransparent: false, left: { ...stepRun, vips, alone, failed } };
    }
    await run(job, stepRun);
    input = output;
  }
  if (!isShared) return { isTransparent: false };
  const isTransparent = looksAtAlpha && (await hasTransparentPixel(job, run, scorer, input));
  const read = isTransparent ? withoutOpaqueTypes(plan).pixels : plan.pixels;
  for (const mediaType of read.filter((each) => each !== last)) {
    const output = pixelsFileName(mediaType);
    // Without an alpha channel libvips would take another channel for it.
    const args =
      mediaType === pixmapType && looksAtAlpha
        ? flattenArgs(input, output)
        : copyArgs(input, withSaveOptions(plan, mediaType, output));
    await run(job, { args, input, output });
  }
  return { isTransparent };
};

type MadePixels = Readonly<{ isTransparent: boolean; left?: LeftStep }>;

type PixelReader = Pick<Scorer, 'thumb' | 'isTransparent'>;

/** The file as libvips is told it, with the options of its saver where the pixels are saved as a result. */
const withSaveOptions = (
  { candidates }: Plan,
  mediaType: string | undefined,
  output: string,
): string => {
  const save = candidates.find(({ from }) => from === mediaType)?.save;
  return save === undefined ? output : `${output}[${save}]`;
};

/** A placement, and the number of bands of the pixels. */
type Placement = ThumbPlacement & Pick<Raster, 'bands'>;

const opaque = 255;

/** PNG, since libvips refuses its own format for input that it does not trust. */
const stageFile = (stage: number): string => `stage${stage}.png`;

const changesOf = (job: Job, placement: Placement | undefined): readonly Change[] => {
  const { plan, facts } = job;
  const { iccProfile } = decoderInput(job);
  const { background } = plan;
  const flatten: readonly Change[] =
    background === undefined
      ? []
      : [
          // Flattening a grey picture ignores the colour of the background.
          ...(facts.colour === 'grey' ? [colourArgs] : []),
          (input, output) => flattenArgs(input, output, background),
        ];
  const { resize } = plan;
  if (resize?.steps !== undefined) {
    return [...framingSteps(resize.steps, iccProfile, facts.hasAlpha), ...flatten];
  }
  if (placement === undefined) {
    return [(input, output) => decodeArgs(input, output, iccProfile, resize), ...flatten];
  }
  const { scaled, extract } = placement;
  return [
    (input, output) => decodeArgs(input, output, iccProfile, { scaled, crop: undefined }),
    (input, output) => extractArgs(input, output, extract),
    (input, output) => embedArgs(input, output, placement, placement.bands),
    ...flatten,
  ];
};

/** Where a free-standing object is placed; undefined where none is found and the picture is cropped. */
const placementOf = async (
  job: Job,
  run: RunStep,
  scorer: PixelReader,
): Promise<Placement | undefined> => {
  const { plan, facts, folder } = job;
  if (plan.thumb === undefined) return undefined;
  const { input, iccProfile } = decoderInput(job);
  const args = thumbAnalysisArgs(input, smallFile, iccProfile);
  await run(job, { args, input, output: smallFile });
  const { width, height } = facts;
  const request = {
    picture: folder.file(smallFile),
    source: { width, height },
    target: plan.thumb,
  };
  const { plan: found, bands } = await scorer.thumb(request, useOf(job));
  return found.kind === 'object' ? { ...found.placement, bands } : undefined;
};

/** By libvips, where the scorer cannot read the picture. */
const hasTransparentPixel = async (
  job: Job,
  run: RunStep,
  scorer: PixelReader,
  input: string,
): Promise<boolean> => {
  try {
    return await scorer.isTransparent(job.folder.file(input), useOf(job));
  } catch (error) {
    if (!(error instanceof ScorerFailure)) throw error;
  }
  const output = 'stats.v';
  await run(job, { args: statsArgs(input, output), input, output });
  return lowestOfLastBand(job.folder.file(output)) < opaque;
};

const useOf = ({ client, endBy }: Job): ScorerUse => ({ client, endBy });
