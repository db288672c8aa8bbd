import type { EncoderTable } from '../image/encoder.ts';
import type { Rectangle, Size } from '../image/rectangle.ts';
import { previewArgs } from '../tools/vips/framing-args.ts';
import type { Job } from './job.ts';
import { createDecodeWhole, type DecodeTools } from './pixels/decode-whole.ts';
import { createRunVips } from './pixels/run-vips.ts';

/**
 * Makes a file that shows the middle of a picture, pixel by pixel, and gives its path: a WebP of high quality,
 * upright, in sRGB. `size` is the size that the picture is scaled to before; its own where it is undefined.
 * @throws ServiceError as `Engine.compress` does.
 */
export type Preview = (job: Omit<Job, 'plan'>, size?: Size) => Promise<string>;

/** What fits beside a text on most screens. */
const box: Size = { width: 720, height: 540 };

export const createPreview = (tools: DecodeTools, table: EncoderTable): Preview => {
  const run = createRunVips(tools);
  const decodeWhole = createDecodeWhole(tools, table);
  return (found, { width, height } = found.facts) =>
    decodeWhole(found, { width, height }, async (job, whole) => {
      const args = previewArgs(whole, shown, middleOf({ width, height }));
      await run(job, { args, input: whole, output: shown, isOwnInput: true });
      return job.folder.file(shown);
    });
};

const shown = 'shown.webp';

const middleOf = (size: Size): Rectangle => {
  const [width, height] = [Math.min(box.width, size.width), Math.min(box.height, size.height)];
  const [left, top] = [
    Math.floor((size.width - width) / 2),
    Math.floor((size.height - height) / 2),
  ];
  return { left, top, width, height };
};
