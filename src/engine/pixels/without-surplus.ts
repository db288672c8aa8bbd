import { rename, writeFile } from 'node:fs/promises';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createDeflate, createInflate, createInflateRaw } from 'node:zlib';
import type { ByteSource } from '../../image/bytes.ts';
import { chunkBytes, type PngChunk } from '../../image/png/chunks.ts';
import { inflatedBytesOf } from '../../image/png/header.ts';
import { pngPictureOf } from '../../image/png/picture-chunks.ts';
import { pngType } from '../../image/plan.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { writingPlainFile } from '../../plain-files.ts';
import type { Permits } from '../../queue/permits.ts';
import type { Job } from '../job.ts';
import type { Scorer } from '../scorer/client.ts';
import { ScorerFailure } from '../scorer/failure.ts';

/**
 * Compresses the image data of the PNG that tools read anew where it has more bytes than the picture. Browsers stop
 * at the picture's. Encoders that use libpng inflate what follows, which may be a thousand times the file, and
 * oxipng refuses such a file.
 *
 * A source that is surveyed is inflated by the scorer, which keeps its pixels for the survey, and reads no PNG that has
 * more. Else inflating takes the service's own threads, which write and read the files of all jobs. So a large picture
 * waits for its turn among the tools, or the first small one of another account would wait for all large ones.
 * @throws ServiceError `unavailable` when its turn did not come in time; the signal's reason on abort.
 */
export const withoutSurplus = async (job: Job, options: SurplusOptions): Promise<void> => {
  if (job.facts.mediaType !== pngType) return;
  const { permits, maxWaitMs, scorer } = options;
  const isSurveyed = scorer !== undefined && job.plan.pixels.length === 0;
  if (isSurveyed && (await isReadable(scorer, job))) return;
  const { width, height } = job.facts;
  const isLarge = width * height > largePixels;
  const permit = isLarge ? await permits.acquire({ ...job.client, maxWaitMs }) : undefined;
  try {
    await cutSurplus(job);
  } finally {
    permit?.release();
  }
};

export type SurplusOptions = Readonly<{
  /** Of the tools: how a large picture takes its turn. */
  permits: Pick<Permits, 'acquire'>;
  maxWaitMs: number;
  /** Absent where the source is not surveyed. */
  scorer?: Pick<Scorer, 'isTransparent'> | undefined;
}>;

/** Inflated in 30 ms or so. */
const largePixels = 4_000_000;

/** Whether the scorer reads the source. It keeps what it decodes. */
const isReadable = async (
  scorer: NonNullable<SurplusOptions['scorer']>,
  { folder, client, endBy }: Job,
): Promise<boolean> => {
  try {
    await scorer.isTransparent(folder.file(sourceFileName(pngType)), { client, endBy });
    return true;
  } catch (error) {
    if (!(error instanceof ScorerFailure)) throw error;
    return false;
  }
};

const cutSurplus = async ({ folder, facts, client }: Job): Promise<void> => {
  const path = folder.file(sourceFileName(facts.mediaType));
  const cut = folder.file('cut.png');
  const isCut = await withFileBytes(path, async (source) => {
    const { header, chunks } = pngPictureOf(source);
    const data = chunks.filter(({ name }) => name === 'IDAT');
    const wanted = inflatedBytesOf(header);
    if (!(await hasMore(data, wanted, client.signal))) return false;
    await writeFile(cut, cutPng(source, data, wanted), { flag: writingPlainFile });
    return true;
  });
  if (isCut) await rename(cut, path);
};

/** Whether more than `wanted` bytes are compressed here, or a wrong end, for which oxipng refuses a file too. */
const hasMore = async (
  data: readonly PngChunk[],
  wanted: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const whole = await inflatedBytes(
    through(dataOf(data), createInflate(piecesFor(wanted))),
    wanted,
    signal,
  );
  if (whole.isDamaged)
    return (await inflatedBytes(inflated(data, wanted), wanted, signal)).bytes >= wanted;
  return whole.bytes > wanted;
};

/** How many bytes these are, up to the first piece beyond `most` or the first that damage takes. */
const inflatedBytes = async (
  pieces: AsyncIterable<Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<Readonly<{ bytes: number; isDamaged: boolean }>> => {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      bytes += piece.length;
      freeFull(piece);
      if (bytes > most) break;
    }
    return { bytes, isDamaged: false };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && `${error.code}`.startsWith('Z_')))
      throw error;
    return { bytes, isDamaged: true };
  }
};

/**
 * Gives back the memory of which this is the last piece. Otherwise it waits for collections of the whole heap, which take
 * ten times the CPU of inflating. Small pieces lie in memory that Node shares between buffers, and does not give back.
 */
const freeFull = ({ buffer, byteOffset, length }: Uint8Array): void => {
  const isShared = buffer.byteLength <= Buffer.poolSize;
  if (!isShared && byteOffset + length === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
};

async function* cutPng(
  source: ByteSource,
  data: readonly PngChunk[],
  wanted: number,
): AsyncGenerator<Uint8Array> {
  const [from, to] = [data[0]?.offset ?? 0, data.at(-1)?.end ?? 0];
  yield* piecesOf(source, 0, from);
  const deflated = through(firstBytes(inflated(data, wanted), wanted), createDeflate());
  for await (const piece of deflated) yield chunkBytes('IDAT', piece);
  yield* piecesOf(source, to, source.size);
}

async function* firstBytes(
  pieces: AsyncIterable<Uint8Array>,
  wanted: number,
): AsyncGenerator<Uint8Array> {
  let left = wanted;
  for await (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** Long pieces, since zlib's threads are asked for each. */
const pieceBytes = 262_144;

/** Without the checksum at the end (RFC 1950, 2.2), which damaged files have wrong. */
const inflated = (data: readonly PngChunk[], wanted: number): AsyncIterable<Uint8Array> =>
  through(dataOf(data, zlibHeaderBytes), createInflateRaw(piecesFor(wanted)));

const zlibHeaderBytes = 2;

/** Pieces that end where the wanted bytes do, since what is inflated together with damage is lost. */
const piecesFor = (wanted: number): Readonly<{ chunkSize: number }> => {
  const pieces = Math.ceil(wanted / pieceBytes);
  return { chunkSize: Math.max(fewestBytes, Math.ceil(wanted / pieces)) };
};

/** The least that zlib makes at once. */
const fewestBytes = 64;

/** What `transform` makes of the pieces. An error of either is thrown where it is read. */
const through = (
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncIterable<Uint8Array> => pipeline(Readable.from(pieces), transform, () => undefined);

/** The bytes of the chunks but for the first `skipped`. */
function* dataOf(chunks: readonly PngChunk[], skipped = 0): Generator<Uint8Array> {
  let left = skipped;
  for (const { data } of chunks) {
    const from = Math.min(left, data.size);
    left -= from;
    yield* piecesOf(data, from, data.size);
  }
}

function* piecesOf(source: ByteSource, from: number, to: number): Generator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes)
    yield source.read(at, Math.min(pieceBytes, to - at));
}
