import type { EncoderTable } from '../image/encoder.ts';
import type { Rectangle, Size } from '../image/geometry.ts';
import { planOf, pngType } from '../image/plan.ts';
import { decodeArgs } from '../tools/vips/args.ts';
import { previewArgs } from '../tools/vips/preview-args.ts';
import type { Job } from './job.ts';
import { createRunVips, type PixelTools } from './pixels/run-vips.ts';
import { decoderInput, withColourProfile } from './pixels/with-colour-profile.ts';
import { withDecodedAvif } from './pixels/with-decoded-avif.ts';
import { withoutUnusableProfile } from './pixels/without-unusable-profile.ts';
import type { SurplusOptions } from './pixels/without-surplus.ts';
import { writeSource } from './pixels/write-source.ts';

/**
 * Makes a file that shows the middle of a picture, pixel by pixel, and gives its path: a WebP of high quality,
 * upright, in sRGB. `size` is the size that the picture is scaled to before; its own where it is undefined.
 * @throws ServiceError as `Engine.compress` does.
 */
export type Preview = (job: Omit<Job, 'plan'>, size?: Size) => Promise<string>;

/** What fits beside a text on most screens. */
const box: Size = { width: 720, height: 540 };

export const createPreview = (tools: PixelTools & SurplusOptions, table: EncoderTable): Preview => {
  const run = createRunVips(tools);
  return (found, size = found.facts) => {
    const plan = { ...planOf(found.facts, table, { isOurResult: true }), pixels: [pngType] };
    return withoutUnusableProfile({ ...found, plan }, async (job) => {
      await writeSource(job, tools);
      const readable = await withDecodedAvif(await withColourProfile(job), tools);
      const { input, iccProfile } = decoderInput(readable);
      const scaled = { width: size.width, height: size.height };
      const isScaled = size.width !== job.facts.width || size.height !== job.facts.height;
      const resize = isScaled ? { scaled, crop: undefined } : undefined;
      await run(readable, {
        ...{ args: decodeArgs(input, whole, iccProfile, resize), input, output: whole },
      });
      const args = previewArgs(whole, shown, middleOf(size));
      await run(readable, { args, input: whole, output: shown, isOwnInput: true });
      return job.folder.file(shown);
    });
  };
};

const whole = 'whole.png';
const shown = 'shown.webp';

const middleOf = (size: Size): Rectangle => {
  const [width, height] = [Math.min(box.width, size.width), Math.min(box.height, size.height)];
  const [left, top] = [
    Math.floor((size.width - width) / 2),
    Math.floor((size.height - height) / 2),
  ];
  return { left, top, width, height };
};
