import { pagedSource } from '../../image/bytes.ts';
import { profiledPngPieces } from '../../image/png/colour-source.ts';
import { strippedPieces } from '../../image/strip.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { withChangedSource } from './with-changed-source.ts';
import { writePieces } from '../../jobs/write-pieces.ts';

const profiled = 'profiled.png';

/** Does `work` on a job whose source has no gAMA that is overruled: some tools would go by it. */
export const withoutOverruledGamma = <T>(job: Job, work: (job: Job) => Promise<T>): Promise<T> =>
  job.facts.gamma === 'overruled'
    ? withChangedSource(
        job,
        (source) => strippedPieces(source, job.facts),
        () => work(job),
      )
    : work(job);

/** The job with a file that libvips converts to sRGB, where the source describes its colours otherwise. */
export const withColourProfile = async (job: Job): Promise<Job> => {
  const { facts, plan, folder } = job;
  if (facts.gamma !== 'other' || plan.pixels.length === 0) return job;
  const source = folder.file(sourceFileName(facts.mediaType));
  const pieces = await withFileBytes(source, (bytes) => profiledPngPieces(pagedSource(bytes)));
  await writePieces(source, pieces, folder.file(profiled));
  return { ...job, profiled };
};

/** What libvips decodes of a job, and by what profile. */
export const decoderInput = ({
  facts,
  profiled: file,
}: Job): Readonly<{ input: string; iccProfile: Job['facts']['iccProfile'] }> =>
  file === undefined
    ? { input: sourceFileName(facts.mediaType), iccProfile: facts.iccProfile }
    : { input: file, iccProfile: 'other' };
