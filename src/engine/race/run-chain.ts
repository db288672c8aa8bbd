import type { Setting } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { extensionOf, pixelsFileName, sourceFileName } from '../../jobs/file-names.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import type { MadeResult, SkippedResult } from './candidate-result.ts';
import { runEncoder, type EncoderOptions } from './run-encoder.ts';
import { strippedResult } from './verify-result.ts';

/** Where a chain starts. */
export type ChainStart = Readonly<{
  /** File that the first encoder that runs reads. */
  input: string;
  /** Encoders of the chain that have run already. */
  done: number;
  /** Of the first encoder that runs; that of the configuration when undefined. */
  setting: Setting | undefined;
  /** Scans for the quick command of the first encoder that runs; undefined for its usual one. */
  scans?: string | undefined;
  /** Keeps the files of this candidate apart from those of the others. */
  candidateIndex: number;
}>;

/**
 * Runs a candidate's encoders one after the other, from `start`; skipped when one of them declines.
 * @throws ToolFailure also for a result that is not the planned picture; whatever the runner throws.
 */
export const runChain = async (
  options: EncoderOptions,
  job: Job,
  { chain, mediaType }: Candidate,
  { input, done, setting, scans, candidateIndex }: ChainStart,
): Promise<MadeResult | SkippedResult> => {
  const { encoders } = options.table;
  let last = input;
  let milliseconds = 0;
  let isWarned = false;
  for (const [step, encoder] of chain.slice(done).entries()) {
    const produces = encoders[encoder]?.produces ?? '';
    const output = `candidate${candidateIndex}-${done + step}.${extensionOf(produces)}`;
    const first = step === 0 ? { setting, scans } : { setting: undefined };
    const run = { name: encoder, input: last, output, ...first };
    const end = await runEncoder(options, job, run);
    if (end.verdict === 'declined') return declined;
    milliseconds += end.milliseconds;
    if (end.verdict === 'warned') isWarned = true;
    last = output;
  }
  const name = chain.join('+');
  const file = job.folder.file(last);
  const stripped = await strippedResult(file, mediaType, job.plan, mayBeTransparent(job));
  if (stripped === undefined) {
    throw new ToolFailure('failed', name, 'its result is not the complete planned picture');
  }
  const lossless = chain.every((link) => encoders[link]?.lossless === true);
  const making = { setting, trials: [], milliseconds };
  return { kind: 'made', ...stripped, name, file, mediaType, lossless, isWarned, making };
};

export const declined: SkippedResult = { kind: 'skipped', reason: 'declined by its encoder' };

/** File that the candidate's first encoder reads. */
export const inputFileOf = ({ facts }: Job, { from }: Candidate): string =>
  from === 'source' ? sourceFileName(facts.mediaType) : pixelsFileName(from);
