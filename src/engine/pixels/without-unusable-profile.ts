import { hasCode } from '../../errors.ts';
import type { Job } from '../job.ts';
import { toolFailureOf } from '../../tools/tool-failure.ts';

/** Does `work` on a job, and again without the source's colour profile where tools cannot use it. */
export const withoutUnusableProfile = async <T>(
  job: Job,
  work: (job: Job) => Promise<T>,
): Promise<T> => {
  try {
    return await work(job);
  } catch (error) {
    if (!isOfProfile(error)) throw error;
  }
  return work({ ...job, facts: { ...job.facts, iccProfile: 'none' } });
};

/** Whether decoding failed because of the colour profile, which image viewers ignore in that case. */
const isOfProfile = (error: unknown): boolean =>
  hasCode(error, 'decode_failed') &&
  profileWords.some((words) => toolFailureOf(error)?.printed.includes(words) === true);

/** What begins the messages about colour profiles of libvips, and of libpng in the decoder of AVIF. */
const profileWords = ['VipsIcc: ', 'libpng error: profile '];
