import { fileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from './candidate-result.ts';

/** The source as a result. It has no metadata as it is. */
export const strippedSource = async ({ facts, folder }: Job): Promise<MadeResult> => {
  const { mediaType } = facts;
  const file = folder.file(sourceFileName(mediaType));
  const bytes = fileBytes(file);
  const pieces = [{ kind: 'copy', offset: 0, length: bytes } as const];
  return { kind: 'made', name: sourceName, file, mediaType, lossless: true, pieces, bytes };
};

/** Name of the source among the results. */
export const sourceName = 'source';
