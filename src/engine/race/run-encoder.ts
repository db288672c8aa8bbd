import { writeFile } from 'node:fs/promises';
import {
  argvOf,
  type Builtin,
  type Encoder,
  type EncoderTable,
  fixedSetting,
  hasScans,
  type Setting,
} from '../../image/encoder.ts';
import {
  fullColourSampling,
  qtablesText,
  type TablesFor,
} from '../../image/jpeg/quantisation-tables.ts';
import { writingPlainFile } from '../../plain-files.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import type { Tool, ToolRunner } from '../../tools/tool-runner.ts';
import type { ToolOutcome } from '../../tools/tool-outcome.ts';
import { type Job, mayBeTransparent, wordsOfDamage } from '../job.ts';
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
  /** Encoders run their quick commands. */
  isQuick?: boolean;
  /** Encoders run their commands for pressure, where they have any. */
  isPressed?: boolean;
}>;

/** One run of an encoder on files of the job's folder. */
export type EncoderRun = Readonly<{
  name: string;
  input: string;
  output: string;
  /** That of the configuration when undefined. */
  setting: Setting | undefined;
  /** The scans with which it runs its quick command; undefined where it runs the usual one. */
  scans?: string | undefined;
  /** One of the encoder's further commands, for what it alone does. */
  command?: readonly string[] | undefined;
}>;

/** Whether the encoder did its work, and its running time without waiting. */
export type EncoderEnd = Readonly<{ verdict: ToolOutcome; milliseconds: number }>;

/**
 * Makes one file in the job's folder of another; declines an input of a kind that it does not read.
 * @throws ScorerFailure; ServiceError `unavailable`.
 */
export type MakeBuiltin = (
  job: Job,
  product: Readonly<{ kind: Builtin; quality: number }>,
  files: Readonly<{ input: string; output: string }>,
) => Promise<EncoderEnd>;

/** Runs one encoder. @throws ToolFailure; whatever the runner and `makeBuiltin` throw. */
export const runEncoder = async (
  options: EncoderOptions,
  job: Job,
  { name, input, output, setting, scans, command: given }: EncoderRun,
): Promise<EncoderEnd> => {
  const { runner, table, tools, maxWaitMs, isQuick = false, isPressed = false } = options;
  const encoder = table.encoders[name];
  if (encoder === undefined) throw new Error(`no encoder ${name}`);
  const used = setting ?? fixedSetting(encoder);
  const { command: own, builtin } = encoder;
  if (builtin !== undefined && options.makeBuiltin !== undefined) {
    return options.makeBuiltin(job, { kind: builtin, quality: used.value ?? 0 }, { input, output });
  }
  const tool = tools.get(name);
  if (own === undefined || tool === undefined) throw new Error(`${name} cannot be run`);
  const { folder, client, endBy } = job;
  // One file per run, since encoders run side by side with different tables.
  const qtables = `${output}.qtables`;
  if (encoder.scale !== undefined) {
    const text = qtablesText(used.value ?? encoder.scale, tablesFor(name, job, used));
    await writeFile(folder.file(qtables), text, { flag: writingPlainFile });
  }
  const { quickCommand = own, pressureCommand, lossySourceCommand } = encoder;
  const isSlow = encoder.alphaCommand !== undefined && mayBeTransparent(job);
  const forAll = isQuick || isSlow || scans !== undefined ? quickCommand : own;
  const usual = readsLossySource(encoder, job, input) ? (lossySourceCommand ?? forAll) : forAll;
  const command = given ?? (isPressed ? (pressureCommand ?? usual) : usual);
  const scansFile = `${output}.scans`;
  if (hasScans(command)) {
    await writeScans(folder.file(scansFile), scans, folder.file(input));
  }
  const { width, height } = job.plan;
  const files = { input, output, qtables, scans: scansFile, width, height };
  let milliseconds = 0;
  const verdict = await runner.run({
    tool,
    args: argvOf(encoder, files, used, command).slice(1),
    folder: folder.path,
    input,
    output,
    client,
    endBy,
    maxWaitMs,
    declines: encoder.declines,
    warns: encoder.warns,
    damaged: [...(encoder.damaged ?? []), ...wordsOfDamage(job)],
    onEnd: (wallMs) => {
      milliseconds = wallMs;
    },
  });
  if (verdict === 'declined' || options.restoreEnds === undefined) return { verdict, milliseconds };
  return { verdict, milliseconds: milliseconds + (await options.restoreEnds(encoder, output)) };
};

/** A JPEG that is encoded from its own pixels has the same blocks; so do its sample tiles. */
const tablesFor = (name: string, { facts, plan }: Job, { variant }: Setting): TablesFor => ({
  hasFullColour: variant === fullColourSampling,
  source: plan.candidates.some(({ chain, from }) => from === 'source' && chain[0] === name)
    ? facts.blocks
    : undefined,
});

export const readsLossySource = ({ produces }: Encoder, { facts }: Job, input: string): boolean =>
  facts.mediaType === produces && !facts.lossless && input === sourceFileName(produces);
