import type { ByteSource, Piece } from '../../image/bytes.ts';
import { pngSingleFramePieces } from '../../image/png/single-frame.ts';
import { webpSingleFramePieces } from '../../image/webp/single-frame.ts';
import type { Job } from '../job.ts';
import { withChangedSource } from './with-changed-source.ts';

const stillsOf: Readonly<Record<string, (source: ByteSource) => readonly Piece[]>> = {
  'image/png': pngSingleFramePieces,
  'image/webp': webpSingleFramePieces,
};

/**
 * Does `work` on a job whose source is a still image of what browsers show. Of an APNG, tools know the
 * default image only, and some read no animated WebP at all.
 */
export const withSingleFrame = <T>(job: Job, work: (job: Job) => Promise<T>): Promise<T> => {
  const stillOf = job.facts.isSingleFrame ? stillsOf[job.facts.mediaType] : undefined;
  return stillOf === undefined ? work(job) : withChangedSource(job, stillOf, () => work(job));
};
