import { alphaOf, withAlphaPieces } from '../../../image/webp/alpha.ts';
import { withFileBytes } from '../../../jobs/file-bytes.ts';
import { writePieces } from '../../../jobs/write-pieces.ts';
import type { Job } from '../../job.ts';
import { type EncoderEnd, type EncoderOptions, runEncoder } from '../../race/run-encoder.ts';
import type { SearchTask } from './search-task.ts';

/** Alpha as a WebP stores it, and the running time of its encoder; undefined for an opaque picture. */
export type EncodedAlpha = Readonly<{
  verdict: EncoderEnd['verdict'];
  milliseconds: number;
  alpha: Uint8Array | undefined;
}>;

/**
 * The alpha of a WebP that `command` makes of what the task reads.
 * @throws ToolFailure; whatever the runner throws; `decode_failed` where the result is no WebP.
 */
export const encodeAlpha = async (
  encoders: EncoderOptions,
  { job, name, candidateIndex }: Pick<SearchTask, 'job' | 'name' | 'candidateIndex'>,
  { input, command, title }: Readonly<{ input: string; command: readonly string[]; title: string }>,
): Promise<EncodedAlpha> => {
  const output = `candidate${candidateIndex}-${title}.webp`;
  const run = { name, input, output, setting: undefined, command };
  const end = await runEncoder(encoders, job, run);
  if (end.verdict === 'declined') return { ...end, alpha: undefined };
  return { ...end, alpha: await withFileBytes(job.folder.file(output), alphaOf) };
};

/** Writes the colours of one WebP with another alpha to the file `target`, all in the job's folder. */
export const writeWithAlpha = async (
  { folder }: Job,
  source: string,
  alpha: Uint8Array,
  target: string,
): Promise<void> => {
  const path = folder.file(source);
  const pieces = await withFileBytes(path, (bytes) => withAlphaPieces(bytes, alpha));
  await writePieces(path, pieces, folder.file(target));
};
