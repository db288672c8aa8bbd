import { writeFile } from 'node:fs/promises';
import { ServiceError } from '../errors.ts';
import { lengthOf } from '../image/bytes.ts';
import { qtablesText } from '../image/jpeg/quantisation-tables.ts';
import { needsPixelChange } from '../image/plan.ts';
import { winnerOf } from '../image/race.ts';
import { strippedPieces } from '../image/strip.ts';
import { encode, type EncodeOptions, type Finisher } from './encode.ts';
import { withFileBytes } from './file-bytes.ts';
import { extensionOf, pixelsFileName, qtablesFileName, sourceFileName } from './files.ts';
import type { Job } from './job.ts';
import { together } from './together.ts';
import { type Tool, ToolFailure } from './tool-runner.ts';
import { decodeArgs, judgeArgs } from './vips.ts';
import { writePieces } from './write-pieces.ts';

export type Compressed = Readonly<{
  /** File in the job's folder; gone when the folder is removed. */
  path: string;
  bytes: number;
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
  /** Names of the encoders that made it, or `source` when none did better. */
  winner: string;
  /** A tool failed on a good picture: not to be kept for others who bring the same one. */
  isDegraded: boolean;
}>;

export type Engine = Readonly<{
  /**
   * Decodes once where needed, races the plan's candidates, and gives the smallest acceptable result
   * without metadata; the source itself, stripped, when nothing is smaller (design, invariant 1).
   * @throws ServiceError `decode_failed`, `unavailable`, `internal`; the client's reason on abort.
   */
  compress: (job: Job) => Promise<Compressed>;
}>;

type EngineOptions = EncodeOptions &
  Readonly<{
    vips: Tool;
    /** Told of each failure that the client does not see. */
    onFailure: (requestId: string, failure: Error) => void;
  }>;

export const createEngine = (options: EngineOptions): Engine => {
  const { runner, vips, maxWaitMs, onFailure } = options;

  /** Runs vips on the source; what it cannot read is the picture's fault. */
  const vipsOnSource = async (
    job: Job,
    args: readonly string[],
    output?: string,
  ): Promise<void> => {
    const { folder, client, endBy, facts } = job;
    const input = sourceFileName(facts.mediaType);
    const use = { tool: vips, args, folder: folder.path, input, client, endBy, maxWaitMs };
    try {
      await runner.run(output === undefined ? use : { ...use, output });
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.kind === 'not_started') throw error;
      throw error.kind === 'late' ? tooLate(error) : decodeFailed(error);
    }
  };

  const decode = async (job: Job): Promise<void> => {
    if (job.plan.pixels === undefined) return;
    const output = pixelsFileName(job.plan.pixels);
    const { mediaType, iccProfile } = job.facts;
    await vipsOnSource(job, decodeArgs(sourceFileName(mediaType), output, iccProfile), output);
  };

  const judge = (job: Job): Promise<void> =>
    vipsOnSource(job, judgeArgs(sourceFileName(job.facts.mediaType), job.facts.frames));

  /**
   * All candidates side by side. Those that fail or get no permit in time are left out, but a damaged
   * source fails the job.
   */
  const race = (job: Job): Promise<readonly (Finisher | LeftOut | undefined)[]> =>
    together(
      job.plan.candidates.map((candidate, lane) => async (signal) => {
        try {
          return await encode(options, withSignal(job, signal), candidate, lane);
        } catch (error) {
          if (!isLeftOut(error)) throw error;
          if (error instanceof ToolFailure && error.kind === 'damaged') throw decodeFailed(error);
          onFailure(job.client.requestId, error);
          return error;
        }
      }),
      job.client.signal,
    );

  const compress: Engine['compress'] = async (job) => {
    await writeTables(job, options.table.encoders);
    await decode(job);
    const ends = await race(job);
    const failures = ends.filter(isLeftOut);
    const finishers = ends.filter((end): end is Finisher => end !== undefined && !isLeftOut(end));
    const ours = failures.find(isOurFault);
    if (finishers.length === 0 && ours !== undefined) throw ours;
    const source = await strippedSource(job);
    const winner = winnerAmong(finishers, source, job);
    // An encoder that won has shown that the picture can be read. The source itself shows nothing: one
    // that reads past damage may have finished, or none has, so libvips is asked.
    if (winner.name === source.name && job.plan.pixels === undefined) await judge(job);
    const result = await written(winner, job);
    return { ...result, isDegraded: failures.length > 0 };
  };

  return { compress };
};

/** Why a candidate is not among the finishers: it failed, or the service was too busy to run it. */
type LeftOut = ToolFailure | ServiceError;

const isLeftOut = (end: unknown): end is LeftOut =>
  end instanceof ToolFailure || (end instanceof ServiceError && end.code === 'unavailable');

/** Nothing was learnt about the picture. */
const isOurFault = (failure: LeftOut): boolean =>
  failure instanceof ServiceError || failure.kind === 'not_started';

const withSignal = (job: Job, signal: AbortSignal): Job => ({
  ...job,
  client: { ...job.client, signal },
});

/** The tables that the encoders' scales stand for, as files in the job's folder. */
const writeTables = async (
  job: Job,
  encoders: EncodeOptions['table']['encoders'],
): Promise<void> => {
  const used = job.plan.candidates.flatMap(({ chain }) => chain);
  const scales = used.flatMap((name) => encoders[name]?.scale ?? []);
  await Promise.all(
    [...new Set(scales)].map((scale) =>
      writeFile(job.folder.file(qtablesFileName(scale)), qtablesText(scale)),
    ),
  );
};

/**
 * The smallest, the source where nothing is smaller. Where the pixels had to be changed to be right
 * (design, invariant 2), the source's own bytes are only taken when nothing else is left.
 */
const winnerAmong = (finishers: readonly Finisher[], source: Finisher, job: Job): Finisher => {
  // The source first, so that among equals it stays as it is.
  const contenders = needsPixelChange(job.facts) ? finishers : [source, ...finishers];
  const winner = winnerOf(contenders, job.sourceBytes);
  return winner ?? (source.bytes <= job.sourceBytes ? source : untouched(source, job));
};

/** The winner as a file without metadata. */
const written = async (winner: Finisher, job: Job): Promise<Omit<Compressed, 'isDegraded'>> => {
  const path = job.folder.file(`result.${extensionOf(job.plan.mediaType)}`);
  const { bytes, sha256 } = await writePieces(winner.file, winner.pieces, path);
  if (bytes !== winner.bytes) throw new Error(`the result has ${bytes} bytes, not ${winner.bytes}`);
  const { mediaType, width, height } = job.plan;
  return { path, bytes, sha256, mediaType, width, height, winner: winner.name };
};

/**
 * The source without metadata. Stripping walks the whole of it, so it also finds the truncated one that
 * no encoder complained of: decoders built on libjpeg print their first warning only, which may be another.
 */
const strippedSource = (job: Job): Promise<Finisher> => {
  const file = job.folder.file(sourceFileName(job.facts.mediaType));
  return withFileBytes(file, (source) => {
    const pieces = strippedPieces(source, job.facts);
    return { name: 'source', file, lossless: true, pieces, bytes: lengthOf(pieces) };
  });
};

/** Even stripping made it larger (design, invariant 1). */
const untouched = (source: Finisher, job: Job): Finisher => ({
  ...source,
  pieces: [{ kind: 'copy', offset: 0, length: job.sourceBytes }],
  bytes: job.sourceBytes,
});

/** The job's time was up, most of it spent waiting for others. */
const tooLate = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
    cause,
  });

/** @returns 415 for the client, with what the decoder said, in one line. */
const decodeFailed = (failure: ToolFailure): ServiceError => {
  const said = failure.printed
    .split('\n')
    .map((line) => line.replace(/^\(\w+:\d+\): /, '').trim())
    .findLast((line) => line !== '' && !line.includes('WARNING'));
  const message = said === undefined ? 'The image cannot be decoded.' : said.slice(0, 200);
  return new ServiceError('decode_failed', message, { cause: failure });
};
