import { ServiceError } from '../../errors.ts';
import { lengthOf } from '../../image/bytes.ts';
import { needsPixelChange, type Plan } from '../../image/plan.ts';
import { smallestOf } from '../../image/smallest.ts';
import { strippedPieces } from '../../image/strip.ts';
import type { Finisher } from './run-chain.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { extensionOf, sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { writePieces } from '../../jobs/write-pieces.ts';

export type ServedFile = Readonly<{
  /** File in the job's folder; gone when the folder is removed. */
  path: string;
  bytes: number;
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
  /** Names of the encoders that made it, or `source` when none did better. */
  winner: string;
}>;

/** Name of the source among the finishers. */
export const sourceName = 'source';

/** Why a picture that was to become another has no result. */
export const noResult = ({ candidates }: Pick<Plan, 'candidates'>): ServiceError =>
  new ServiceError(
    'bad_request',
    candidates.length === 0
      ? 'convert.type: expected a type that this image can be converted to'
      : 'convert.type: no encoder could make this image small enough at its quality',
  );

/**
 * The smallest, the source where nothing is smaller. Where the pixels had to be changed to be right
 * (design, invariant 2), the source's own bytes are only taken when nothing else is left. Without the
 * source, which is another picture then, its size is no limit.
 */
export const pickWinner = (
  finishers: readonly Finisher[],
  source: Finisher | undefined,
  job: Job,
): Finisher => {
  // The source first, so that among equals it stays as it is.
  const isContender = source !== undefined && !needsPixelChange(job.facts);
  const contenders = isContender ? [source, ...finishers] : finishers;
  const limit = source === undefined ? Number.POSITIVE_INFINITY : job.sourceBytes;
  const winner = smallestOf(contenders, limit);
  if (winner !== undefined) return winner;
  if (source === undefined) throw noResult(job.plan);
  return source.bytes <= job.sourceBytes ? source : untouched(source, job);
};

/** The winner as a file without metadata. */
export const writeResult = async (winner: Finisher, job: Job): Promise<ServedFile> => {
  const { mediaType } = winner;
  const path = job.folder.file(`result.${extensionOf(mediaType)}`);
  const { bytes, sha256 } = await writePieces(winner.file, winner.pieces, path);
  if (bytes !== winner.bytes) throw new Error(`the result has ${bytes} bytes, not ${winner.bytes}`);
  const { width, height } = job.plan;
  return { path, bytes, sha256, mediaType, width, height, winner: winner.name };
};

/**
 * The source without metadata. Stripping walks the whole of it, so it also finds the truncated one that
 * no encoder complained of: decoders built on libjpeg print their first warning only, which may be another.
 */
export const strippedSource = (job: Job): Promise<Finisher> => {
  const file = job.folder.file(sourceFileName(job.facts.mediaType));
  return withFileBytes(file, (source) => {
    const pieces = strippedPieces(source, job.facts);
    const { mediaType } = job.facts;
    return { name: sourceName, file, mediaType, lossless: true, pieces, bytes: lengthOf(pieces) };
  });
};

/** Even stripping made it larger (design, invariant 1). */
const untouched = (source: Finisher, job: Job): Finisher => ({
  ...source,
  pieces: [{ kind: 'copy', offset: 0, length: job.sourceBytes }],
  bytes: job.sourceBytes,
});
