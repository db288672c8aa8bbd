import { argvOf, type Encoder, type EncoderTable } from '../image/encoder.ts';
import type { Candidate } from '../image/plan.ts';
import { strippedResult, type Stripped } from './contender-file.ts';
import { extensionOf, pixelsFileName, qtablesFileName, sourceFileName } from './files.ts';
import type { Job } from './job.ts';
import { ToolFailure, type Tool, type ToolRunner } from './tool-runner.ts';

/** A candidate that has come in: its file in the job's folder, and what it would serve. */
export type Finisher = Stripped &
  Readonly<{ name: string; file: string; mediaType: string; lossless: boolean }>;

export type EncodeOptions = Readonly<{
  runner: ToolRunner;
  table: EncoderTable;
  /** By encoder name. */
  tools: ReadonlyMap<string, Tool>;
  maxWaitMs: number;
}>;

/**
 * Runs a candidate's chain of encoders one after the other. Undefined when one of them declines.
 * `lane` keeps its files apart from those of the other candidates.
 * @throws ToolFailure; whatever the runner throws.
 */
export const encode = async (
  { runner, table, tools, maxWaitMs }: EncodeOptions,
  job: Job,
  candidate: Candidate,
  lane: number,
): Promise<Finisher | undefined> => {
  const { folder, plan, facts } = job;
  const { mediaType, from } = candidate;
  const name = candidate.chain.join('+');
  let input = from === 'source' ? sourceFileName(facts.mediaType) : pixelsFileName(from);
  for (const [step, encoderName] of candidate.chain.entries()) {
    const encoder = table.encoders[encoderName];
    const tool = tools.get(encoderName);
    if (encoder === undefined || tool === undefined) throw new Error(`no encoder ${encoderName}`);
    const output = `lane${lane}-${step}.${extensionOf(encoder.produces)}`;
    const verdict = await runner.run({
      tool,
      args: argsOf(encoder, input, output),
      folder: folder.path,
      input,
      output,
      client: job.client,
      endBy: job.endBy,
      maxWaitMs,
      declines: encoder.declines,
      damaged: encoder.damaged,
    });
    if (verdict === 'declined') return undefined;
    input = output;
  }
  const file = folder.file(input);
  const stripped = await strippedResult(file, mediaType, plan, mayBeTransparent(job));
  if (stripped === undefined)
    throw new ToolFailure('failed', name, 'its result is not the whole picture');
  const lossless = candidate.chain.every((link) => table.encoders[link]?.lossless === true);
  return { ...stripped, name, file, mediaType, lossless };
};

/** A picture without alpha stays so, and so does one whose transparency has been filled. */
const mayBeTransparent = ({ facts, plan }: Job): boolean =>
  facts.hasAlpha && plan.background === undefined;

const argsOf = (encoder: Encoder, input: string, output: string): readonly string[] =>
  argvOf(encoder, { input, output, qtables: qtablesFileName(encoder.scale ?? 0) }).slice(1);
