import { needsPixelChange } from '../../image/needs-pixel-change.ts';
import { smallestOf } from '../../image/smallest.ts';
import { originalFileName } from '../../jobs/file-names.ts';
import { noResult } from '../client-errors.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from './candidate-result.ts';

/**
 * The smallest result; the source where nothing is smaller. Where the pixels had to be changed to be
 * right (design, invariant 2), the source only wins when no result is left. `source` is undefined where
 * another picture was asked for; its size is no limit then.
 * @throws ServiceError `bad_request` when no result is left and `source` is undefined.
 */
export const pickWinner = (
  results: readonly MadeResult[],
  source: MadeResult | undefined,
  job: Job,
): MadeResult => {
  // The source is first, so that among equals it stays as it is.
  const mayWin = source !== undefined && !needsPixelChange(job.facts);
  const competing = mayWin ? [source, ...results] : results;
  const limit = source === undefined ? Number.POSITIVE_INFINITY : job.sourceBytes;
  const winner = smallestOf(competing, limit);
  if (winner !== undefined) return winner;
  if (source === undefined) throw noResult(job.plan);
  return source.bytes <= job.sourceBytes ? source : untouched(source, job);
};

/** Stripping made the source larger, so its own bytes are served (design, invariant 1). */
const untouched = (source: MadeResult, job: Job): MadeResult => ({
  ...source,
  file: job.folder.file(originalFileName(job.facts.mediaType)),
  pieces: [{ kind: 'copy', offset: 0, length: job.sourceBytes }],
  bytes: job.sourceBytes,
});
