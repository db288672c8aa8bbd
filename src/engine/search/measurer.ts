import { basename } from 'node:path';
import { pngType } from '../../image/plan.ts';
import type { Shadow } from '../../image/png/shadow/shadow.ts';
import { lookOf } from '../../image/search/look.ts';
import { hidesLoss, isPhotographic } from '../../image/score/flatness.ts';
import { scoreOfLarge } from '../../image/score/distance.ts';
import { isIcon } from '../../image/score/pixel-error.ts';
import { sampleExcess } from '../../image/score/sample-tiles.ts';
import type { ToolRunner } from '../../tools/tool-runner.ts';
import type { Job } from '../job.ts';
import type { RunStep } from '../pixels/run-vips.ts';
import type { MadeResult } from '../race/candidate-result.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import { createDecode, type Decode } from './decode.ts';
import type { Decoders } from './quality-options.ts';
import type { Measured, Scorer } from '../scorer/client.ts';
import { asFailure, ScorerFailure } from '../scorer/failure.ts';
import type { DerivedFile, Survey } from '../scorer/protocol.ts';
import { sampleOf, surveySource } from './survey-source.ts';

/** Measures the results of one job against its source. */
export type Measurer = Readonly<{
  survey: Survey;
  /** The file of the surveyed pixels. */
  pixels: string;
  /** The sample tiles of a large picture, which trials encode; undefined where they encode all of it. */
  sample: Readonly<{ file: string; mediaType: string }> | undefined;
  /**
   * Makes one file in the job's folder of another, or of the surveyed pixels, by `endBy`; declines an input of a kind
   * from which the file is not derived.
   */
  make: (
    derived: DerivedFile,
    files: Readonly<{ input?: string; output: string }>,
    endBy: number,
  ) => Promise<ToolEnd>;
  /** Likeness of a result to its source, measured by `endBy`. */
  score: (file: string, mediaType: string, use: MeasurerUse) => Promise<Measured>;
  /** A decoder has read the whole source, without a warning. */
  provesReadable: boolean;
  /** Whether results of this type can be measured. */
  canMeasure: (mediaType: string) => boolean;
}>;

type MeasurerUse = Readonly<{
  /** The result was made of the sample tiles. */
  isSample: boolean;
  /** Its encoder spreads errors: what it leaves in smooth areas of a photograph is grain, not bands. */
  hasGrain?: boolean | undefined;
  /** Bands are looked for, whatever the type. */
  looksForBands?: boolean | undefined;
  /** It is a PNG in which what was clear or opaque is made so again, which may write its file anew. */
  restoresEnds?: boolean;
  /** It is a palette of the picture without this shadow, which is put back into its file. */
  shadow?: Shadow | undefined;
  /** A JPEG is measured by all its pixels too. */
  byAllPixels?: boolean;
  /** Moment on the monotonic clock (ms). */
  endBy: number;
}>;

type MeasurerOptions = Readonly<{
  runner: ToolRunner;
  scorer: Scorer;
  decoders: Decoders;
  /** Longest wait for a permit. */
  maxWaitMs: number;
  /** Milliseconds at the end of a job that a survey leaves to other work. */
  keptMs: number;
  runVips: RunStep;
}>;

/**
 * Decodes the source where that is not done yet, and surveys it.
 * @throws ScorerFailure when it cannot be measured; what `runVips` throws; ServiceError `unavailable`.
 */
export const openMeasurer = async (options: MeasurerOptions, job: Job): Promise<Measurer> => {
  const decode = createDecode(options, job);
  const sample = sampleOf(job);
  const surveyJob = { ...job, endBy: job.endBy - options.keptMs };
  const surveyed = await surveySource(options, surveyJob, decode, sample.file);
  const { survey } = surveyed;
  if (survey.tiles === undefined && survey.measuredPixels > maxWholePixels) {
    throw new ScorerFailure('too long and narrow to be measured', { isLasting: true });
  }
  return measurerOf(options, job, { ...surveyed, sample, decode });
};

type Surveyed = Pick<Measurer, 'survey' | 'pixels' | 'provesReadable'> &
  Readonly<{ sample: NonNullable<Measurer['sample']>; decode: Decode }>;

const measurerOf = (options: MeasurerOptions, job: Job, surveyed: Surveyed): Measurer => {
  const { scorer, decoders } = options;
  const { survey, pixels, provesReadable, sample } = surveyed;
  const { folder, client } = job;
  return {
    survey,
    pixels,
    provesReadable,
    sample: survey.tiles && sample,
    make: (derived, { input = pixels, output }, endBy) => {
      const files = { source: folder.file(input), result: folder.file(output) };
      return scorer.make({ ...files, derived }, { client, endBy });
    },
    score: createScore(options, job, surveyed),
    canMeasure: (mediaType) => mediaType === pngType || decoders.has(mediaType),
  };
};

const createScore = (
  { scorer }: MeasurerOptions,
  { plan, folder, client }: Job,
  { survey, pixels, sample, decode }: Surveyed,
): Measurer['score'] => {
  const isWhole = survey.tiles === undefined;
  const scoreOfWhole = (score: number): number =>
    isWhole ? score : scoreOfLarge(score, { ...plan, brightness: survey.brightness });
  return async (file, mediaType, use) => {
    const { isSample, endBy, restoresEnds = false, shadow } = use;
    const decoded =
      mediaType === pngType ? { file, milliseconds: 0 } : await decode(file, mediaType, endBy);
    const hasBands = mayBand(mediaType, survey);
    const isMeasuredWhole = isWhole || hasBands || mayBeWhole(mediaType, use);
    const request = {
      reference: folder.file(isMeasuredWhole ? pixels : sample.file),
      result: folder.file(decoded.file),
      tiles: isMeasuredWhole || isSample ? undefined : survey.tiles,
      looksForBands:
        use.looksForBands ?? (hasBands && !(use.hasGrain === true && hidesLoss(survey))),
      looksAtEachPixel: mediaType === pngType && isIcon(plan),
      restoresEnds,
      shadow,
    };
    const scores = await scorer.score(request, { client, endBy });
    const score = isMeasuredWhole
      ? scoreOfWhole(scores.score)
      : scores.score - sampleExcess(mediaType);
    return { ...scores, score, milliseconds: decoded.milliseconds + scores.milliseconds };
  };
};

/** A palette has few colours. AV1 makes blocks of slopes, which show where no grain hides them. */
const mayBand = (mediaType: string, { flatness }: Survey): boolean =>
  mediaType === pngType || (mediaType === 'image/avif' && !isPhotographic(flatness));

/** Sample tiles stand for JPEGs alone, unless all pixels of one are asked for. */
const mayBeWhole = (
  mediaType: string,
  { isSample, byAllPixels = false }: Pick<MeasurerUse, 'isSample' | 'byAllPixels'>,
): boolean => !isSample && (byAllPixels || mediaType !== 'image/jpeg');

/** Most pixels of a picture that is measured whole; only extreme shapes have more. */
const maxWholePixels = 1_200_000;

/** A lossy result with its score, where its type can be measured; other results as they are. */
export const withScore = async (
  result: MadeResult,
  measurer: Measurer,
  { endBy }: Job,
): Promise<MadeResult> => {
  const { file, mediaType, history, lossless } = result;
  if (lossless || !measurer.canMeasure(mediaType)) return result;
  const use = { isSample: false, endBy };
  const measured = await measurer.score(basename(file), mediaType, use).catch(asFailure);
  if (measured instanceof ScorerFailure) return { ...result, isDegraded: !measured.isLasting };
  const milliseconds = (history?.milliseconds ?? 0) + measured.milliseconds;
  return {
    ...result,
    ...lookOf(measured),
    ...(history && { history: { ...history, milliseconds } }),
  };
};
