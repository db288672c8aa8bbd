import { ServiceError } from '../../errors.ts';
import type { ByteSource, Piece } from '../../image/bytes.ts';
import { strippedPieces } from '../../image/strip.ts';
import type { Job } from '../job.ts';
import { withChangedSource } from './with-changed-source.ts';
import { failureBehind } from '../../tools/tool-runner.ts';

/** Where libvips' messages about colour profiles come from. */
const profileWords = 'VipsIcc: ';

/** Does `work` on a job, once more without the source's colour profile where that cannot be used. */
export const withoutUnusableProfile = async <T>(
  job: Job,
  work: (job: Job) => Promise<T>,
): Promise<T> => {
  try {
    return await work(job);
  } catch (error) {
    if (!isOfProfile(error)) throw error;
  }
  const facts = { ...job.facts, iccProfile: 'none' as const };
  const withoutProfile = (source: ByteSource): readonly Piece[] => strippedPieces(source, facts);
  return withChangedSource(job, withoutProfile, () => work({ ...job, facts }));
};

/** Whether a picture could not be decoded because of its colour profile, which other viewers then ignore. */
const isOfProfile = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.code === 'decode_failed' &&
  failureBehind(error)?.printed.includes(profileWords) === true;
