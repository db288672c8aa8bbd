import type { Setting } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import type { ReceiptProbe, SearchStop } from '../../image/quality/receipt.ts';
import { strippedResult, type Stripped } from './verify-result.ts';
import { extensionOf, pixelsFileName, sourceFileName } from '../../jobs/file-names.ts';
import type { Job } from '../job.ts';
import { runEncoder, type EncodeOptions } from './run-encoder.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';

/** How a result was made, for the receipt. */
export type Making = Readonly<{
  /** Of the encoder whose setting was searched for. */
  setting: Setting | undefined;
  probes: readonly ReceiptProbe[];
  stopped?: SearchStop | undefined;
  /** Time of tools and measuring, waiting apart. */
  milliseconds: number;
}>;

/** A candidate that has come in: its file in the job's folder, and what it would serve. */
export type Finisher = Stripped &
  Readonly<{
    name: string;
    file: string;
    mediaType: string;
    lossless: boolean;
    /** An encoder warned of what it read: that the picture can be read is not shown. */
    isWarned?: boolean;
    /** How much it looks like the source, where that was measured. */
    score?: number;
    banding?: number;
    making?: Making;
    /** Something that is no fault of the picture made it worse: another time it may come out better. */
    isDegraded?: boolean;
  }>;

/** Why a candidate made nothing, though nothing has failed. */
export type Withdrawn = Readonly<{ withdrawn: string; isDegraded?: boolean }>;

/** An encoder has said that the picture is not for it. */
export const declined: Withdrawn = { withdrawn: 'declined by its encoder' };

/** A chain to be run from its first encoder, or from behind those whose result is there already. */
export type ChainStart = Readonly<{
  input: string;
  done: number;
  /** Of the first encoder that is run. */
  setting?: Setting;
  /** Keeps its files apart from those of the other candidates. */
  lane: number;
}>;

/** File that the candidate's first encoder reads. */
export const inputFileOf = ({ facts }: Job, { from }: Candidate): string =>
  from === 'source' ? sourceFileName(facts.mediaType) : pixelsFileName(from);

/**
 * Runs a candidate's chain of encoders one after the other; withdrawn when one of them declines.
 * @throws ToolFailure; whatever the runner throws.
 */
export const encode = async (
  options: EncodeOptions,
  job: Job,
  candidate: Candidate,
  start: ChainStart,
): Promise<Finisher | Withdrawn> => {
  const { table } = options;
  let input = start.input;
  let milliseconds = 0;
  let isWarned = false;
  for (const [step, name] of candidate.chain.slice(start.done).entries()) {
    const produces = table.encoders[name]?.produces ?? '';
    const output = `lane${start.lane}-${start.done + step}.${extensionOf(produces)}`;
    const setting = step === 0 && start.setting !== undefined ? { setting: start.setting } : {};
    const end = await runEncoder(options, job, { name, input, output, ...setting });
    if (end.verdict === 'declined') return declined;
    milliseconds += end.milliseconds;
    if (end.verdict === 'warned') isWarned = true;
    input = output;
  }
  const { mediaType, chain } = candidate;
  const name = chain.join('+');
  const file = job.folder.file(input);
  const stripped = await strippedResult(file, mediaType, job.plan, mayBeTransparent(job));
  if (stripped === undefined) {
    throw new ToolFailure('failed', name, 'its result is not the whole picture');
  }
  const lossless = chain.every((link) => table.encoders[link]?.lossless === true);
  const making: Making = { setting: start.setting, probes: [], milliseconds };
  return { ...stripped, name, file, mediaType, lossless, isWarned, making };
};

/** A picture without alpha stays so, and so does one whose transparency has been filled. */
export const mayBeTransparent = ({ facts, plan }: Job): boolean =>
  facts.hasAlpha && plan.background === undefined;
