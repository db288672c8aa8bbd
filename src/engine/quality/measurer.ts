import { basename } from 'node:path';
import { type Decoder, decoderArgv } from '../../image/encoder.ts';
import { pixmap, pngPixels } from '../../image/plan.ts';
import { mosaicExcess } from '../../image/score/sample-tiles.ts';
import { type Finisher, mayBeTransparent } from '../race/run-chain.ts';
import { pixelsFileName, sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import type { RunStep } from '../pixels/make-pixels.ts';
import type { Scorer, ScorerUse } from './scorer/client.ts';
import { ScorerFailure } from './scorer/failure.ts';
import type { Scores, Survey } from './scorer/protocol.ts';
import { failureBehind, type Tool, type ToolRunner } from '../../tools/tool-runner.ts';
import { decodeArgs } from '../../tools/vips/args.ts';

/** Measures the results of one job against its source. */
export type Measurer = Readonly<{
  survey: Survey;
  /** The file that stands for a large picture in tries; undefined when the picture is tried whole. */
  mosaic: Readonly<{ file: string; mediaType: string }> | undefined;
  /** How much a result looks like its source; `isMosaic` where it was made of the mosaic. */
  score: (file: string, mediaType: string, isMosaic: boolean) => Promise<Measured>;
  /** Palettes are measured by all their pixels, not by tiles. */
  measuresPalettesWhole: boolean;
  /** Whether results of this type can be measured. */
  canMeasure: (mediaType: string) => boolean;
}>;

export type Measured = Scores & Readonly<{ milliseconds: number }>;

export type MeasurerOptions = Readonly<{
  runner: ToolRunner;
  scorer: Scorer;
  /** By media type. */
  decoders: ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
  maxWaitMs: number;
  runVips: RunStep;
}>;

/** A picture that is measured whole has so many pixels at most; only extreme shapes have more. */
const maxWholePixels = 1_200_000;

/**
 * A palette of a picture with so many pixels at most is measured by all of them: making it takes far
 * longer, and tiles tell less of it than of other results.
 */
const maxPalettePixels = 2_500_000;

/**
 * Decodes the source where that is not done yet, and surveys it.
 * @throws ScorerFailure when it cannot be measured; what `runVips` throws; ServiceError `unavailable`.
 */
export const openMeasurer = async (options: MeasurerOptions, job: Job): Promise<Measurer> => {
  const { scorer, decoders, runner, maxWaitMs } = options;
  const { folder, client, endBy } = job;
  let decoded = 0;

  const decode = async (
    input: string,
    mediaType: string,
    onEnd: (milliseconds: number) => void,
  ): Promise<string> => {
    const known = decoders.get(mediaType);
    if (known === undefined)
      throw new ScorerFailure(`no decoder of ${mediaType}`, { isLasting: true });
    const { decoder, tool } = known;
    const output = `decoded-${(decoded += 1)}.pnm`;
    const args = decoderArgv(decoder, { input, output }).slice(1);
    const files = { folder: folder.path, input, output };
    const time = { client, endBy, maxWaitMs, onEnd };
    try {
      await runner.run({ tool, args, ...files, ...time, declines: decoder.warns });
    } catch (error) {
      const failure = failureBehind(error);
      if (failure === undefined) throw error;
      const isLasting = failure.kind === 'failed' || failure.kind === 'damaged';
      throw new ScorerFailure(failure.message, { cause: error, isLasting });
    }
    return output;
  };
  const useOf = (onSpent: (milliseconds: number) => void): ScorerUse => ({
    client,
    endBy,
    onSpent,
  });

  const planned = [pixmap, pngPixels].find((type) => job.plan.pixels.includes(type));
  // Pixels without alpha are only planned of a picture that is opaque.
  const mosaicType = planned !== pixmap && mayBeTransparent(job) ? pngPixels : pixmap;
  const mosaicFile = `mosaic.${mosaicType === pixmap ? 'ppm' : 'png'}`;
  const surveyOf = (pixels: string): Promise<Survey> =>
    scorer.survey(folder.file(pixels), folder.file(mosaicFile), useOf(uncounted));

  /** The pixels that candidates read; where they read the source, the source decoded. */
  const surveyed = async (): Promise<Readonly<{ pixels: string; survey: Survey }>> => {
    const { mediaType, iccProfile } = job.facts;
    if (planned !== undefined) {
      const pixels = pixelsFileName(planned);
      return { pixels, survey: await surveyOf(pixels) };
    }
    const source = sourceFileName(mediaType);
    if (mediaType !== pngPixels) {
      const pixels = await decode(source, mediaType, uncounted);
      return { pixels, survey: await surveyOf(pixels) };
    }
    // Most PNGs are of the plain kind that the scorer reads itself.
    const plain = await surveyOf(source).catch(undefinedIfUnreadable);
    if (plain !== undefined) return { pixels: source, survey: plain };
    const pixels = 'reference.png';
    const args = decodeArgs(source, pixels, iccProfile);
    await options.runVips(job, { args, input: source, output: pixels });
    return { pixels, survey: await surveyOf(pixels) };
  };

  const { pixels, survey } = await surveyed();
  if (survey.tiles === undefined && survey.measuredPixels > maxWholePixels) {
    throw new ScorerFailure('too long and narrow to be measured', { isLasting: true });
  }
  const isWhole = survey.tiles === undefined;
  const measuresPalettesWhole = isWhole || job.plan.width * job.plan.height <= maxPalettePixels;
  return {
    survey,
    measuresPalettesWhole,
    mosaic: isWhole ? undefined : { file: mosaicFile, mediaType: mosaicType },
    score: async (file, mediaType, isMosaic) => {
      let milliseconds = 0;
      const count = (spent: number): void => {
        milliseconds += spent;
      };
      const result = mediaType === pngPixels ? file : await decode(file, mediaType, count);
      const guardsBands = mediaType === pngPixels;
      const isMeasuredWhole = guardsBands ? measuresPalettesWhole : isWhole;
      const reference = folder.file(isMeasuredWhole ? pixels : mosaicFile);
      const tiles = isMeasuredWhole || isMosaic ? undefined : survey.tiles;
      const asked = { reference, result: folder.file(result), tiles, guardsBands };
      const scores = await scorer.score(asked, useOf(count));
      const excess = isMeasuredWhole ? 0 : mosaicExcess(mediaType);
      return { ...scores, score: scores.score - excess, milliseconds };
    },
    canMeasure: (mediaType) => mediaType === pngPixels || decoders.has(mediaType),
  };
};

/** The finisher with its score, where that can be told. */
export const withScore = async (finisher: Finisher, gauge: Measurer): Promise<Finisher> => {
  const { file, mediaType, making } = finisher;
  if (!gauge.canMeasure(mediaType)) return finisher;
  try {
    const { score, banding, milliseconds } = await gauge.score(basename(file), mediaType, false);
    const spent = making && { ...making, milliseconds: making.milliseconds + milliseconds };
    return { ...finisher, score, banding, ...(spent && { making: spent }) };
  } catch (error) {
    if (!(error instanceof ScorerFailure)) throw error;
    return { ...finisher, isDegraded: !error.isLasting };
  }
};

/** The survey is needed once, whatever is tried then. */
const uncounted = (): void => undefined;

const undefinedIfUnreadable = (error: unknown): undefined => {
  if (!(error instanceof ScorerFailure && error.isLasting)) throw error;
};
