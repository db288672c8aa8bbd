import { ServiceError } from '../../../errors.ts';
import type { ByteSource } from '../../../image/bytes.ts';
import { alphaOf, withAlphaPieces } from '../../../image/webp/alpha.ts';
import { withFileBytes } from '../../../jobs/file-bytes.ts';
import { writePieces } from '../../../jobs/write-pieces.ts';
import { type EncoderEnd, type EncoderOptions, runEncoder } from '../../race/run-encoder.ts';
import { ToolFailure } from '../../../tools/tool-failure.ts';
import type { SearchTask } from './search-task.ts';

/** Alpha as a WebP stores it, and the running time of its encoder; undefined for an opaque picture. */
export type EncodedAlpha = Readonly<{
  verdict: EncoderEnd['verdict'];
  milliseconds: number;
  alpha: Uint8Array | undefined;
}>;

/**
 * The alpha of a WebP that `command` makes of what the task reads.
 * @throws ToolFailure, also where the result is no WebP; whatever the runner throws.
 */
export const encodeAlpha = async (
  encoders: EncoderOptions,
  { job, name, candidateIndex }: SearchTask,
  { input, command, title }: Readonly<{ input: string; command: readonly string[]; title: string }>,
): Promise<EncodedAlpha> => {
  const output = `candidate${candidateIndex}-${title}.webp`;
  const run = { name, input, output, setting: undefined, command };
  const end = await runEncoder(encoders, job, run);
  if (end.verdict === 'declined') return { ...end, alpha: undefined };
  const alpha = await readWebp(name, job.folder.file(output), alphaOf);
  return { ...end, alpha };
};

/**
 * Writes the colours of one WebP with another alpha to the file `target`, all in the job's folder.
 * @throws ToolFailure where the source is no WebP.
 */
export const writeWithAlpha = async (
  { job: { folder }, name }: Pick<SearchTask, 'job' | 'name'>,
  source: string,
  alpha: Uint8Array,
  target: string,
): Promise<void> => {
  const path = folder.file(source);
  const pieces = await readWebp(name, path, (bytes) => withAlphaPieces(bytes, alpha));
  await writePieces(path, pieces, folder.file(target));
};

/** An encoder wrote the file, so a damaged one is no error of the client's picture. */
const readWebp = async <T>(
  encoder: string,
  path: string,
  read: (source: ByteSource) => T,
): Promise<T> => {
  try {
    return await withFileBytes(path, read);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ToolFailure('failed', encoder, `its result is no WebP: ${error.message}`);
  }
};
