import { lengthOf } from '../../image/bytes.ts';
import { strippedPieces } from '../../image/strip.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from './candidate-result.ts';

/**
 * The source without metadata. Stripping reads all of its structure, so it also finds a truncated source
 * that no encoder complained about: decoders built on libjpeg print only their first warning.
 * @throws ServiceError `decode_failed` for a truncated source.
 */
export const strippedSource = (job: Job): Promise<MadeResult> => {
  const { mediaType } = job.facts;
  const file = job.folder.file(sourceFileName(mediaType));
  return withFileBytes(file, (source) => {
    const pieces = strippedPieces(source, job.facts);
    const bytes = lengthOf(pieces);
    return { kind: 'made', name: sourceName, file, mediaType, lossless: true, pieces, bytes };
  });
};

/** Name of the source among the results. */
export const sourceName = 'source';
