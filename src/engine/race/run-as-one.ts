import { withFileBytes } from '../../jobs/file-bytes.ts';
import { maxHeaderBytes, pixmapHeaderOf } from '../../image/pixmap.ts';
import { type Job, type LeftStep, wordsOfDamage } from '../job.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import type { Tool, ToolRunner, ToolUse } from '../../tools/tool-runner.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';

/** Whether it becomes another program once it is done: the libvips of bin/vips.c, which says so in its version. */
export const becomesNext = ({ version }: Tool): boolean => version.endsWith('+exec');

/**
 * Does the step that was left, and runs the encoder that reads what it makes, in one process: libvips becomes the
 * encoder. A failure is answered as that of the one or the other. They run once more only where it is unknown whose it is,
 * and an encoder where it had less than its own time, so that no picture has libvips take long twice.
 * @throws what the runner and the step by itself throw.
 */
export const runAsOne = async (
  runner: ToolRunner,
  job: Job,
  left: LeftStep,
  encoder: ToolUse,
): Promise<ToolEnd> => {
  const { vips, args, input } = left;
  const name = `${vips.name}+${encoder.tool.name}`;
  const both = [...args, '--', encoder.tool.path, ...encoder.args];
  // Named before, so that it stays where the run ends at a limit.
  const pixels = job.folder.file(left.output);
  const { declines, warns } = encoder;
  const rules = { declines: ownCodes(declines), warns: ownCodes(warns) };
  try {
    return await runner.run({ ...encoder, ...rules, tool: { ...vips, name }, args: both, input });
  } catch (error) {
    if (!(error instanceof ToolFailure) || isAnsweredAlike(error)) throw error;
    const { kind, message, printed } = error;
    if (!(await isWhole(pixels))) await left.failed(error);
    else {
      // Its own time, or its CPU time, which both had together.
      if (error.isOutOfTime) return runner.run(encoder);
      // What the encoder has printed besides is no answer then.
      const isOfSource = wordsOfDamage(job).some((words) => printed.includes(words));
      if (kind === 'damaged') throw isOfSource ? new ToolFailure(kind, name, message) : error;
      if (kind === 'limit') throw error;
    }
  }
  await left.alone();
  return runner.run(encoder);
};

/** Those exit codes of an encoder that are not that of libvips for each of its failures. */
const ownCodes = (codes: readonly number[] = []): readonly number[] =>
  codes.filter((code) => code !== 1);

/** Whichever of the two failed so. */
const isAnsweredAlike = ({ kind }: ToolFailure): boolean =>
  kind === 'late' || kind === 'crashed' || kind === 'not_started';

/** Whether libvips has written all pixels, and what failed is the encoder, or libvips in what it does behind them. */
const isWhole = (file: string): Promise<boolean> =>
  withFileBytes(file, ({ size, read }) => pixmapHeaderOf(read(0, maxHeaderBytes), size)).then(
    () => true,
    () => false,
  );
