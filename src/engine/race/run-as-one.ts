import type { LeftStep } from '../job.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import type { Tool, ToolRunner, ToolUse } from '../../tools/tool-runner.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';

/** Whether it becomes another program once it is done: the libvips of bin/vips.c, which says so in its version. */
export const becomesNext = ({ version }: Tool): boolean => version.endsWith('+exec');

/**
 * Does the step that was left, and runs the encoder that reads what it makes, in one process: libvips becomes the
 * encoder. Where that fails, both are run one after the other, which tells whose failure it is, and how it is answered.
 * @throws what the runner and the step by itself throw.
 */
export const runAsOne = async (
  runner: ToolRunner,
  { vips, args, input, alone }: LeftStep,
  encoder: ToolUse,
): Promise<ToolEnd> => {
  const name = `${vips.name}+${encoder.tool.name}`;
  const both = [...args, '--', encoder.tool.path, ...encoder.args];
  // An exit code with a meaning may be that of libvips.
  const rules = { declines: [], warns: [] };
  try {
    return await runner.run({ ...encoder, ...rules, tool: { ...vips, name }, args: both, input });
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
  await alone();
  return runner.run(encoder);
};
