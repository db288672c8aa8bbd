import { pagedSource } from '../../image/bytes.ts';
import { profiledPngPieces } from '../../image/png/colour-source.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { writePieces } from '../../jobs/write-pieces.ts';
import type { DecoderInput, Job } from '../job.ts';

/**
 * The job with a copy of its source that has an ICC profile, where a PNG describes its colours by gAMA,
 * cHRM or cICP: libvips converts to sRGB by profiles alone.
 */
export const withColourProfile = async (job: Job): Promise<Job> => {
  const { facts, plan, folder } = job;
  const isDescribed = facts.mediaType === 'image/png' && facts.gamma === 'other';
  if (!isDescribed || plan.pixels.length === 0) return job;
  const source = folder.file(sourceFileName(facts.mediaType));
  const pieces = await withFileBytes(source, (bytes) => profiledPngPieces(pagedSource(bytes)));
  await writePieces(source, pieces, folder.file(profiled));
  return { ...job, decoderInput: { input: profiled, iccProfile: 'other' } };
};

const profiled = 'profiled.png';

/** The file that libvips decodes for a job, and the profile in it. */
export const decoderInput = ({ facts, decoderInput: made }: Job): DecoderInput =>
  made ?? { input: sourceFileName(facts.mediaType), iccProfile: facts.iccProfile };
