import { pixmapType, pngType } from '../../image/plan.ts';
import { pixelsFileName, sourceFileName } from '../../jobs/file-names.ts';
import { toolFailureOf } from '../../tools/tool-failure.ts';
import { decodeArgs } from '../../tools/vips/args.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import type { RunStep } from '../pixels/run-vips.ts';
import type { Decode } from './decode.ts';
import type { Scorer } from '../scorer/client.ts';
import { asFailure, ScorerFailure } from '../scorer/failure.ts';
import type { Survey } from '../scorer/protocol.ts';

/** The file of sample tiles: without alpha where the source has none. */
export const sampleOf = (job: Job): Readonly<{ file: string; mediaType: string }> => {
  // Pixels without alpha are only planned of an opaque picture.
  const isOpaque = plannedType(job) === pixmapType || !mayBeTransparent(job);
  return isOpaque
    ? { file: 'sample.ppm', mediaType: pixmapType }
    : { file: 'sample.png', mediaType: pngType };
};

/**
 * The pixels that candidates read, surveyed; where they read the source, the source decoded.
 * @throws ScorerFailure when it cannot be surveyed; what `runVips` throws; ServiceError `unavailable`.
 */
export const surveySource = async (
  { scorer, runVips }: Readonly<{ scorer: Scorer; runVips: RunStep }>,
  job: Job,
  decode: Decode,
  sampleFile: string,
): Promise<Readonly<{ pixels: string; survey: Survey; provesReadable: boolean }>> => {
  const { folder, client, endBy } = job;
  const { mediaType } = job.facts;
  const use = { client, endBy };
  const surveyOf = async (pixels: string, provesReadable = false) => ({
    pixels,
    provesReadable,
    survey: await scorer.survey(folder.file(pixels), folder.file(sampleFile), use),
  });
  const planned = plannedPixels(job);
  if (planned !== undefined) return surveyOf(planned);
  const source = sourceFileName(mediaType);
  if (mediaType !== pngType) {
    const { file, isWarned } = await decode(source, mediaType, endBy);
    return surveyOf(file, !isWarned);
  }
  // The scorer itself reads PNGs of up to 8 bits without interlacing, which most are.
  const direct = await surveyOf(source).catch(undefinedIfUnreadable);
  if (direct !== undefined) return direct;
  return surveyOf(await decodedSource(runVips, job).catch(failUnsurveyed));
};

/** Decodes a PNG of a kind that the scorer does not read, and gives the name of the file. @throws what `runVips` throws. */
export const decodedSource = async (runVips: RunStep, job: Job): Promise<string> => {
  const [input, output] = [sourceFileName(pngType), 'reference.png'];
  await runVips(job, { args: decodeArgs(input, output, job.facts.iccProfile), input, output });
  return output;
};

/** The file of pixels that candidates read, where they do not read the source. */
export const plannedPixels = (job: Job): string | undefined => {
  const type = plannedType(job);
  return type && pixelsFileName(type);
};

/** Its media type. */
const plannedType = ({ plan }: Job): string | undefined =>
  [pixmapType, pngType].find((type) => plan.pixels.includes(type));

/** The time of a survey is a part of the job's: what is made without one has time yet. */
const failUnsurveyed = (error: unknown): never => {
  const failure = toolFailureOf(error);
  if (failure?.kind !== 'late') throw error;
  throw new ScorerFailure(failure.message, { cause: error, isLasting: false });
};

const undefinedIfUnreadable = (error: unknown): undefined => {
  if (!asFailure(error).isLasting) throw error;
};
