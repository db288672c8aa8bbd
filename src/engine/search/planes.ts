import { rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import type { ByteSource } from '../../image/bytes.ts';
import { type Encoder, readsPlanes } from '../../image/encoder.ts';
import type { Shadow } from '../../image/png/shadow/shadow.ts';
import { alphaOf, withAlphaPieces } from '../../image/webp/alpha.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { writePieces } from '../../jobs/write-pieces.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import {
  type EncoderOptions,
  type EncoderRun,
  readsLossySource,
  runEncoder,
} from '../race/run-encoder.ts';
import type { Measurer } from './measurer.ts';

/** What an encoder reads of the whole picture: a file and, where it reads planes in its place, these. */
export type EncoderInput = Readonly<{
  file: string;
  planes?: Planes;
  /** Another file, in which the picture lacks its shadow. */
  rest?: Readonly<{ file: string; shadow: Shadow }>;
}>;

/** Colours as planes and, of a transparent picture, its alpha as a WebP stores it (ALPH). */
type Planes = Readonly<{ file: string; alpha: Uint8Array | undefined }>;

/** Whose files are made. */
type Owner = Readonly<{
  encoders: EncoderOptions;
  job: Job;
  name: string;
  encoder: Encoder;
  candidateIndex: number;
}>;

/**
 * The file with planes of the picture, where the encoder reads them, and with its alpha, which is encoded once for all
 * trials. Without for a lossy source that the encoder reads directly, whose planes are taken as they are, and where
 * time matters more than bytes.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const withPlanes = async (
  owner: Owner,
  measurer: Measurer,
  file: string,
): Promise<EncoderInput> => {
  const { encoders, job, encoder, candidateIndex } = owner;
  const { width, height } = job.plan;
  if (!readsPlanes(encoder) || encoders.isFast === true) return { file };
  if (width * height > mostPixels || readsLossySource(encoder, job, file)) return { file };
  let alpha: Uint8Array | undefined;
  if (mayBeTransparent(job)) {
    if (encoder.effort.alpha === undefined) return { file };
    const encoded = await encodeAlpha(owner, file, 'alpha');
    if (encoded.verdict === 'declined') return { file };
    alpha = encoded.alpha;
  }
  const output = `candidate${candidateIndex}-planes.yuv`;
  const { verdict } = await measurer.make({ kind: 'planes' }, { output }, job.endBy);
  if (verdict === 'declined') return { file };
  return { file, planes: { file: output, alpha } };
};

/** The memory of the process that makes them grows with the pixels. */
const mostPixels = 8_000_000;

/** Encodes planes, and gives the result their alpha. @throws ToolFailure; whatever the runner throws. */
export const encodePlanes = async (
  encoders: EncoderOptions,
  owner: Owner,
  { file, alpha }: Planes,
  given: Omit<EncoderRun, 'input'>,
): Promise<ToolEnd> => {
  const { job } = owner;
  const run = { ...given, isPlanes: true };
  if (alpha === undefined) return runEncoder(encoders, job, { ...run, input: file });
  const colours = `colours-${run.output}`;
  const end = await runEncoder(encoders, job, { ...run, input: file, output: colours });
  if (end.verdict === 'declined') return end;
  await writeWithAlpha(owner, colours, alpha, run.output);
  await rm(job.folder.file(colours));
  return end;
};

/**
 * The alpha of a WebP that an encoder makes of a file, and the running time of that; undefined for an opaque picture.
 * @throws ToolFailure, also where the result is no WebP; whatever the runner throws.
 */
export const encodeAlpha = async (
  { encoders, job, name, candidateIndex }: Owner,
  input: string,
  effort: 'alpha' | 'coarseAlpha',
): Promise<ToolEnd & Readonly<{ alpha: Uint8Array | undefined }>> => {
  const output = `candidate${candidateIndex}-${effort}.webp`;
  const end = await runEncoder(encoders, job, { name, input, output, setting: undefined, effort });
  if (end.verdict === 'declined') return { ...end, alpha: undefined };
  return { ...end, alpha: await readWebp(name, job.folder.file(output), alphaOf) };
};

/**
 * Writes the colours of one WebP with another alpha to the file `target`, all in the job's folder.
 * @throws ToolFailure where the source is no WebP.
 */
export const writeWithAlpha = async (
  { job: { folder }, name }: Pick<Owner, 'job' | 'name'>,
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
