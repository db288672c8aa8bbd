import type { EncoderTable } from '../../image/encoder.ts';
import type { Size } from '../../image/rectangle.ts';
import { planOf, pngType } from '../../image/plan.ts';
import { decodeArgs } from '../../tools/vips/args.ts';
import type { Job } from '../job.ts';
import { createRunVips, type PixelTools } from './run-vips.ts';
import { decoderInput, withColourProfile } from './with-colour-profile.ts';
import { withDecodedAvif } from './with-decoded-avif.ts';
import { withoutUnusableProfile } from './without-unusable-profile.ts';
import type { SurplusOptions } from './without-surplus.ts';
import { writeSource } from './write-source.ts';

export type DecodeTools = PixelTools & SurplusOptions;

const whole = 'whole.png';

/**
 * Decodes a picture to an upright one in sRGB and does `work` on its file, which is a PNG in the job's folder. `size` is
 * what it is scaled to; its own where it is undefined. Throws as `Engine.compress` does.
 */
export const createDecodeWhole = (tools: DecodeTools, table: EncoderTable) => {
  const run = createRunVips(tools);
  return <T>(
    found: Omit<Job, 'plan'>,
    size: Size | undefined,
    work: (job: Job, file: string) => Promise<T>,
  ): Promise<T> => {
    const plan = { ...planOf(found.facts, table, { isOurResult: true }), pixels: [pngType] };
    return withoutUnusableProfile({ ...found, plan }, async (job) => {
      await writeSource(job, tools);
      const readable = await withDecodedAvif(await withColourProfile(job), tools);
      const { input, iccProfile } = decoderInput(readable);
      const isScaled =
        size !== undefined && (size.width !== job.facts.width || size.height !== job.facts.height);
      const resize = isScaled ? { scaled: size, crop: undefined } : undefined;
      const args = decodeArgs(input, whole, iccProfile, resize);
      await run(readable, { args, input, output: whole });
      return work(readable, whole);
    });
  };
};
