import {
  argvOf,
  type Builtin,
  commandOf,
  type Encoder,
  type EncoderEffort,
  type EncoderTable,
  exitCodes,
  fixedSetting,
  planesType,
  type Setting,
  uses,
} from '../../image/encoder.ts';
import {
  fullColourSampling,
  qtablesText,
  type TablesFor,
} from '../../image/jpeg/quantisation-tables.ts';
import { pngType } from '../../image/plan.ts';
import { writePlainFile } from '../../plain-files.ts';
import { parameterFileNames, sourceFileName } from '../../jobs/file-names.ts';
import type { Tool, ToolRunner } from '../../tools/tool-runner.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import { type Job, type LeftStep, mayBeTransparent, wordsOfDamage } from '../job.ts';
import { runAsOne } from './run-as-one.ts';
import { writeScans } from './scans-file.ts';

/** What encoders are run with. */
export type EncoderOptions = Readonly<{
  runner: ToolRunner;
  table: EncoderTable;
  /** By encoder name. */
  tools: ReadonlyMap<string, Tool>;
  /** Longest wait for a permit. */
  maxWaitMs: number;
  /**
   * Milliseconds at the end of a job in which nothing is measured for the first time, and no lossy encoder
   * runs where there is an answer without one: a lossless result, or the source once it is known to be readable.
   */
  keptMs: number;
  /** Called with each encoder that has made a file. Gives the milliseconds that it took. */
  restoreEnds?: ((encoder: Encoder, file: string) => Promise<number>) | undefined;
  /** Makes what encoders make that are built in. */
  makeBuiltin?: MakeBuiltin;
  /** Encoders run with their `fast` arguments. */
  isFast?: boolean;
  /** Encoders run with their `hurried` arguments, where they have any. */
  isHurried?: boolean;
}>;

/** One run of an encoder on files of the job's folder. */
export type EncoderRun = Readonly<{
  name: string;
  input: string;
  output: string;
  /** That of the configuration when undefined. */
  setting: Setting | undefined;
  /** The most colours of a palette, where it may not have all. */
  colours?: number | undefined;
  /** The input is planes of the picture. */
  isPlanes?: boolean;
  /** Arguments for what they alone do; where undefined, the usual ones, or quicker ones in haste. */
  effort?: EncoderEffort | undefined;
}>;

/**
 * Makes one file in the job's folder of another; declines an input of a kind that it does not read.
 * @throws ScorerFailure; ServiceError `unavailable`.
 */
export type MakeBuiltin = (
  job: Job,
  derived: Readonly<{ kind: Builtin; quality: number }>,
  files: Readonly<{ input: string; output: string }>,
) => Promise<ToolEnd>;

/** Runs one encoder. @throws ToolFailure; whatever the runner and `makeBuiltin` throw. */
export const runEncoder = async (
  options: EncoderOptions,
  job: Job,
  run: EncoderRun,
): Promise<ToolEnd> => {
  const { table, restoreEnds } = options;
  const { name, input, output } = run;
  const encoder = table.encoders[name];
  if (encoder === undefined) throw new Error(`no encoder ${name}`);
  const used = run.setting ?? fixedSetting(encoder);
  const { builtin } = encoder;
  if (builtin !== undefined && options.makeBuiltin !== undefined) {
    return options.makeBuiltin(job, { kind: builtin, quality: used.value ?? 0 }, { input, output });
  }
  const end = await runCommand(options, job, encoder, run, used);
  if (end.verdict === 'declined' || restoreEnds === undefined) return end;
  return { ...end, milliseconds: end.milliseconds + (await restoreEnds(encoder, output)) };
};

const runCommand = async (
  options: EncoderOptions,
  job: Job,
  encoder: Encoder,
  run: EncoderRun,
  setting: Setting,
): Promise<ToolEnd> => {
  const { runner, tools, maxWaitMs } = options;
  const { name, input, output, colours, isPlanes = false } = run;
  const tool = tools.get(name);
  if (encoder.command === undefined || tool === undefined) throw new Error(`${name} cannot be run`);
  const effort = run.effort ?? effortFor(options, job, encoder, run);
  const from = isPlanes
    ? planesType
    : readsLossySource(encoder, job, input)
      ? encoder.produces
      : pngType;
  const command = commandOf(encoder, { effort, from });
  const { folder, client, endBy, plan } = job;
  const { width, height } = plan;
  const files = { input, output, ...(await writeParameters(job, run, command, setting)) };
  const use = {
    tool,
    args: argvOf(encoder, { ...files, width, height, colours }, setting, command).slice(1),
    ...{ folder, input, output, client, endBy, maxWaitMs },
    printsOutput: !uses(command, 'output'),
    declines: exitCodes(encoder, 'declined'),
    warns: exitCodes(encoder, 'warned'),
    damaged: [...encoder.damaged, ...wordsOfDamage(job)],
  };
  const left = leftFor(job, input);
  return left === undefined ? runner.run(use) : runAsOne(runner, job, left, use);
};

/** The first of those that suit the haste which the encoder has. */
const effortFor = (
  { isFast = false, isHurried = false }: EncoderOptions,
  job: Job,
  { effort }: Encoder,
  { isPlanes = false }: EncoderRun,
): EncoderEffort => {
  // Alpha that is not taken apart takes long.
  const hasSlowAlpha = effort.alpha !== undefined && !isPlanes && mayBeTransparent(job);
  if (isHurried && effort.hurried !== undefined) return 'hurried';
  return (isFast || hasSlowAlpha) && effort.fast !== undefined ? 'fast' : 'balanced';
};

/** The files for {qtables} and {scans}, where the command has them. */
const writeParameters = async (
  job: Job,
  { name, input, output }: EncoderRun,
  command: readonly string[],
  setting: Setting,
): Promise<ReturnType<typeof parameterFileNames>> => {
  const { folder } = job;
  const files = parameterFileNames(output);
  if (uses(command, 'qtables')) {
    const text = qtablesText(setting.value ?? 1, tablesFor(name, job, setting));
    writePlainFile(folder.file(files.qtables), text);
  }
  if (uses(command, 'scans')) {
    const picture = leftFor(job, input) === undefined ? folder.file(input) : undefined;
    await writeScans(folder.file(files.scans), picture);
  }
  return files;
};

/** The step that makes what is read, where that is not done yet. */
const leftFor = ({ left }: Job, input: string): LeftStep | undefined =>
  left?.output === input ? left : undefined;

/** A JPEG that is encoded from its own pixels has the same blocks; so do its sample tiles. */
const tablesFor = (name: string, { facts, plan }: Job, { variant }: Setting): TablesFor => ({
  hasFullColour: variant === fullColourSampling,
  source: plan.candidates.some(({ chain, from }) => from === 'source' && chain[0] === name)
    ? facts.blocks
    : undefined,
});

export const readsLossySource = ({ produces }: Encoder, { facts }: Job, input: string): boolean =>
  facts.mediaType === produces && !facts.lossless && input === sourceFileName(produces);
