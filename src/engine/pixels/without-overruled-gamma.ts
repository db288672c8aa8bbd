import { strippedPieces } from '../../image/strip.ts';
import type { Job } from '../job.ts';
import { withChangedSource } from './with-changed-source.ts';

/**
 * Does `work` on a job whose source has no gAMA chunk that a chunk of higher rank overrules: some tools
 * would use it all the same.
 */
export const withoutOverruledGamma = <T>(job: Job, work: (job: Job) => Promise<T>): Promise<T> =>
  job.facts.gamma === 'overruled'
    ? withChangedSource(
        job,
        (source) => strippedPieces(source, job.facts),
        () => work(job),
      )
    : work(job);
