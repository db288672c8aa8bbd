import { rename, rm } from 'node:fs/promises';
import { ServiceError } from '../errors.ts';
import { strippedPieces } from '../image/strip.ts';
import { withFileBytes } from './file-bytes.ts';
import { sourceFileName } from './files.ts';
import type { Job } from './job.ts';
import { failureBehind } from './tool-runner.ts';
import { writePieces } from './write-pieces.ts';

/** Where libvips' messages about colour profiles come from. */
const profileWords = 'VipsIcc: ';

/** Whether a picture could not be decoded because of its colour profile, which other viewers then ignore. */
const isOfProfile = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.code === 'decode_failed' &&
  failureBehind(error)?.printed.includes(profileWords) === true;

const putAside = 'source-with-profile';

/**
 * Does `work` on a job, once more without the source's colour profile where that cannot be used. The
 * source is as it was when this settles, since its metadata is read from it.
 */
export const withUsableProfile = async <T>(
  job: Job,
  work: (job: Job) => Promise<T>,
): Promise<T> => {
  try {
    return await work(job);
  } catch (error) {
    if (!isOfProfile(error)) throw error;
  }
  const { folder } = job;
  const facts = { ...job.facts, iccProfile: 'none' as const };
  const [source, original] = [folder.file(sourceFileName(facts.mediaType)), folder.file(putAside)];
  const pieces = await withFileBytes(source, (bytes) => strippedPieces(bytes, facts));
  await rename(source, original);
  try {
    await writePieces(original, pieces, source);
    return await work({ ...job, facts });
  } finally {
    await rm(source, { force: true });
    await rename(original, source);
  }
};
