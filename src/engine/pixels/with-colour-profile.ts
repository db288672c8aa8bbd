import { writeFile } from 'node:fs/promises';
import { screenCmykProfile } from '../../image/icc/cmyk-profile.ts';
import { profiledPngPieces } from '../../image/png/colour-source.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { cmykProfileFileName } from '../../tools/vips/args.ts';
import { writingPlainFile } from '../../plain-files.ts';
import type { DecoderInput, Job } from '../job.ts';
import { rewritten } from './write-source.ts';

/** Made for the first such picture and kept: half a megabyte, which takes 10 ms of the server's own thread. */
let cmykProfile: Uint8Array | undefined;

/**
 * The job with an ICC profile for what has none and is not sRGB, since libvips converts by profiles: in a
 * copy of its source where a PNG describes its colours by gAMA, cHRM or cICP, and beside the source where it
 * is CMYK. For these libvips has a profile of a press, by which black would be dark grey.
 */
export const withColourProfile = async (job: Job): Promise<Job> => {
  const { facts, plan, folder } = job;
  if (facts.colour === 'cmyk' && facts.iccProfile === 'none') {
    const file = folder.file(cmykProfileFileName);
    cmykProfile ??= screenCmykProfile();
    await writeFile(file, cmykProfile, { flag: writingPlainFile });
    return { ...job, decoderInput: { ...decoderInput(job), iccProfile: 'cmyk' } };
  }
  const isDescribed = facts.mediaType === 'image/png' && facts.gamma === 'other';
  if (!isDescribed || plan.pixels.length === 0) return job;
  await rewritten(job, sourceFileName(facts.mediaType), profiled, profiledPngPieces);
  return { ...job, decoderInput: { input: profiled, iccProfile: 'other' } };
};

const profiled = 'profiled.png';

/** The file that libvips decodes for a job, and the profile in it. */
export const decoderInput = ({ facts, decoderInput: made }: Job): DecoderInput =>
  made ?? { input: sourceFileName(facts.mediaType), iccProfile: facts.iccProfile };
