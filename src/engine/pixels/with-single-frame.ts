import type { ByteSource, Piece } from '../../image/bytes.ts';
import { pngSingleFramePieces } from '../../image/png/single-frame.ts';
import { webpSingleFramePieces } from '../../image/webp/single-frame.ts';
import type { Job } from '../job.ts';
import { withChangedSource } from './with-changed-source.ts';

/**
 * Does `work` on a job whose source is a still image of the frame that browsers show. Tools decode only the
 * default image of an APNG, and some read no animated WebP at all.
 */
export const withSingleFrame = <T>(job: Job, work: (job: Job) => Promise<T>): Promise<T> => {
  const singleFramePieces = job.facts.isSingleFrame ? piecesByType[job.facts.mediaType] : undefined;
  return singleFramePieces === undefined
    ? work(job)
    : withChangedSource(job, singleFramePieces, () => work(job));
};

const piecesByType: Readonly<Record<string, (source: ByteSource) => readonly Piece[]>> = {
  'image/png': pngSingleFramePieces,
  'image/webp': webpSingleFramePieces,
};
