import type { EncoderTable } from '../image/encoder.ts';
import { planOf } from '../image/plan.ts';
import type { Job } from './job.ts';
import { checkDecodes, createRunVips, type PixelTools } from './pixels/run-vips.ts';
import { withDecodedAvif } from './pixels/with-decoded-avif.ts';
import type { SurplusOptions } from './pixels/without-surplus.ts';
import { writeSource } from './pixels/write-source.ts';

/**
 * Decodes all of a picture in a job's folder.
 * @throws ServiceError `decode_failed` where it is damaged, and others as `Engine.compress` does.
 */
export type CheckPicture = (job: Omit<Job, 'plan'>) => Promise<void>;

export const createCheckPicture = (
  tools: PixelTools & SurplusOptions,
  table: EncoderTable,
): CheckPicture => {
  const runVips = createRunVips(tools);
  return async (found) => {
    const job = { ...found, plan: planOf(found.facts, table, { isOurResult: true }) };
    await writeSource(job, tools);
    if (job.facts.mediaType === 'image/avif') await withDecodedAvif(job, tools);
    else await checkDecodes(job, runVips);
  };
};
