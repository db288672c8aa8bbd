import type { Candidate } from '../../image/plan.ts';
import { extensionOf, pixelsFileName, sourceFileName } from '../../jobs/file-names.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import type { MadeResult, SkippedResult } from './candidate-result.ts';
import { runEncoder, type EncoderOptions } from './run-encoder.ts';
import { strippedResult } from './verify-result.ts';

/** What the first encoder of a chain made. */
type ChainStart = Readonly<{
  file: string;
  isWarned: boolean;
  /** Keeps the files of this candidate apart from those of the others. */
  candidateIndex: number;
}>;

/**
 * Runs the encoders of a candidate that follow the first one; skipped when one of them declines. The time of their work
 * is that of the result.
 * @throws ToolFailure also for a result that is not the planned picture; whatever the runner throws.
 */
export const runRest = async (
  options: EncoderOptions,
  job: Job,
  { chain, from, mediaType }: Candidate,
  { candidateIndex, ...first }: ChainStart,
): Promise<(MadeResult & Readonly<{ milliseconds: number }>) | SkippedResult> => {
  const { encoders } = options.table;
  let last = first.file;
  let { isWarned } = first;
  let milliseconds = 0;
  for (const [step, encoder] of chain.entries()) {
    if (step === 0) continue;
    const produces = encoders[encoder]?.produces ?? '';
    const output = `candidate${candidateIndex}-${step}.${extensionOf(produces)}`;
    const run = { name: encoder, input: last, output, setting: undefined };
    const end = await runEncoder(options, job, run);
    if (end.verdict === 'declined') return { kind: 'skipped', reason: declined };
    milliseconds += end.milliseconds;
    isWarned ||= end.verdict === 'warned';
    last = output;
  }
  const name = chain.join('+');
  const file = job.folder.file(last);
  const stripped = await strippedResult(file, mediaType, job.plan, mayBeTransparent(job));
  if (stripped === undefined) {
    const isDenied = from === 'source' && !mayBeTransparent(job);
    if (isDenied && (await strippedResult(file, mediaType, job.plan, true)) !== undefined) {
      return { kind: 'skipped', reason: deniedAlpha };
    }
    throw new ToolFailure('failed', name, 'its result is not the complete planned picture');
  }
  const lossless = chain.every((link) => encoders[link]?.lossless === true);
  return { kind: 'made', ...stripped, name, file, mediaType, lossless, isWarned, milliseconds };
};

/** Why a candidate gave nothing whose encoder says that it cannot do its work. */
export const declined = 'declined by its encoder';

/**
 * Why the result of an encoder that has read the source does not count: libvips takes the header's word, and that encoder
 * the pixels. The alpha bit of a VP8L is a hint (RFC 9649, 3.4).
 */
const deniedAlpha = 'it has the alpha of pixels that the header of the source calls opaque';

/** File that the candidate's first encoder reads. */
export const inputFileOf = ({ facts }: Job, { from }: Candidate): string =>
  from === 'source' ? sourceFileName(facts.mediaType) : pixelsFileName(from);
