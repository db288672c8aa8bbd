import { pagedSource, type ByteSource, type Piece } from '../../image/bytes.ts';
import { pngSingleFramePieces } from '../../image/png/single-frame.ts';
import { strippedPieces } from '../../image/strip.ts';
import { webpSingleFramePieces } from '../../image/webp/single-frame.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { originalFileName, sourceFileName } from '../../jobs/file-names.ts';
import { writePieces } from '../../jobs/write-pieces.ts';
import type { Job } from '../job.ts';
import { type SurplusOptions, withoutSurplus } from './without-surplus.ts';

/**
 * Writes the file that every tool reads: the original without its metadata, with a turn and a profile only where
 * the facts have them. So no tool can find another turn, other colours or other transparency than the facts.
 * An animation of one frame becomes a still picture of it, since tools decode only the default image of an APNG,
 * and some read no animated WebP at all.
 * @throws ServiceError `decode_failed` for a truncated original; what `withoutSurplus` throws.
 */
export const writeSource = async (job: Job, options: SurplusOptions): Promise<void> => {
  const { facts } = job;
  const { mediaType, isSingleFrame } = facts;
  const singleFramePieces = isSingleFrame ? singleFrames[mediaType] : undefined;
  const original = originalFileName(mediaType);
  if (singleFramePieces !== undefined) await rewritten(job, original, single, singleFramePieces);
  const from = singleFramePieces === undefined ? original : single;
  await rewritten(job, from, sourceFileName(mediaType), (bytes) => strippedPieces(bytes, facts));
  await withoutSurplus(job, options);
};

const single = 'single-frame';

const singleFrames: Readonly<Record<string, (source: ByteSource) => readonly Piece[]>> = {
  'image/png': pngSingleFramePieces,
  'image/webp': webpSingleFramePieces,
};

/** Writes a file of the job's folder from parts of another one. */
export const rewritten = async (
  { folder }: Pick<Job, 'folder'>,
  from: string,
  to: string,
  change: (source: ByteSource) => readonly Piece[],
): Promise<void> => {
  const pieces = await withFileBytes(folder.file(from), (bytes) => change(pagedSource(bytes)));
  await writePieces(folder.file(from), pieces, folder.file(to));
};
