import { readFile } from 'node:fs/promises';
import type { EncoderTable } from '../image/encoder.ts';
import type { Rectangle } from '../image/rectangle.ts';
import { type Trim, trimmedArea } from '../image/trim.ts';
import { colourArgs, flattenArgs } from '../tools/vips/args.ts';
import { cornerArgs, findTrimArgs } from '../tools/vips/framing-args.ts';
import { createDecodeWhole, type DecodeTools } from './pixels/decode-whole.ts';
import { createRunVips } from './pixels/run-vips.ts';
import type { Job } from './job.ts';

/**
 * The part of a picture that stays where edges of one colour are cut away; undefined where all of it does.
 * @throws ServiceError as `Engine.compress` does.
 */
export type FindTrim = (job: Omit<Job, 'plan'>, trim: Trim) => Promise<Rectangle | undefined>;

/** What is transparent has this colour, as for imgproxy (vips/vips.c). */
const clear = { red: 255, green: 0, blue: 255 };

export const createFindTrim = (tools: DecodeTools, table: EncoderTable): FindTrim => {
  const run = createRunVips(tools);
  const decodeWhole = createDecodeWhole(tools, table);
  return async (found, trim) => {
    if (Math.min(found.facts.width, found.facts.height) < leastSide) return undefined;
    return decodeWhole(found, undefined, async (job, whole) => {
      let input = whole;
      const step = async (name: string, args: readonly string[]): Promise<void> => {
        await run(job, { args, input, output: name, isOwnInput: true });
        input = name;
      };
      const printed = async (args: readonly string[]): Promise<string> => {
        await run(job, { args, input, output: answer, printsOutput: true, isOwnInput: true });
        return (await readFile(job.folder.file(answer), 'latin1')).trim();
      };
      const { facts } = job;
      if (facts.colour === 'grey') await step('colours.png', colourArgs(input, 'colours.png'));
      if (facts.hasAlpha) await step('opaque.png', flattenArgs(input, 'opaque.png', clear));
      const { red, green, blue } = trim.colour ?? {};
      const colour =
        trim.colour === undefined ? await printed(cornerArgs(input)) : `${red} ${green} ${blue}`;
      const area = await printed(findTrimArgs(input, colour, trim));
      const [left = 0, top = 0, width = 0, height = 0] = area.split(/\s+/).map(Number);
      return trimmedArea(facts, { left, top, width, height }, trim);
    });
  };
};

/** libvips compares medians of 3x3 pixels, and refuses what has fewer (vips_rank). */
const leastSide = 3;

const answer = 'printed.txt';
