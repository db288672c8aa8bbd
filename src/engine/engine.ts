import { writeFile } from 'node:fs/promises';
import { ServiceError } from '../errors.ts';
import type { ResizePlan } from '../image/geometry.ts';
import { qtablesText } from '../image/jpeg/quantisation-tables.ts';
import { holdsTransparency } from '../image/plan.ts';
import { encode, type EncodeOptions, type Finisher } from './encode.ts';
import {
  noResult,
  type ServedFile,
  sourceName,
  strippedSource,
  winnerAmong,
  written,
} from './winner.ts';
import { qtablesFileName, sourceFileName } from './files.ts';
import type { Job } from './job.ts';
import { hasRoomForPixels } from './room.ts';
import { strippedResult } from './contender-file.ts';
import { makePixels, type PixelStep } from './pixels.ts';
import { together } from './together.ts';
import { type Tool, ToolFailure } from './tool-runner.ts';
import { animationArgs, judgeArgs } from './vips.ts';

export type Compressed = ServedFile &
  Readonly<{
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

  /** Runs vips in the job's folder. What it cannot read of the source is the picture's fault. */
  const runVips = async (
    job: Job,
    { args, input, output }: Omit<PixelStep, 'output'> & { output?: string },
  ): Promise<void> => {
    const { folder, client, endBy, facts, plan } = job;
    const use = { tool: vips, args, folder: folder.path, input, client, endBy, maxWaitMs };
    try {
      await runner.run(output === undefined ? use : { ...use, output });
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.kind === 'not_started') throw error;
      if (input !== sourceFileName(facts.mediaType)) throw error;
      if (error.kind === 'late') throw tooLate(error);
      const isRoomy = output === undefined || (await hasRoomForPixels(folder.path, plan, facts));
      throw isRoomy ? decodeFailed(error) : noRoom(error);
    }
  };

  const judge = (job: Job): Promise<void> => {
    const input = sourceFileName(job.facts.mediaType);
    return runVips(job, { args: judgeArgs(input, job.facts.frames), input });
  };

  /** An animation is scaled and encoded by libvips in one go: no encoder takes its frames apart. */
  const animate = async (job: Job, resize: ResizePlan): Promise<readonly Finisher[]> => {
    const { facts, plan, folder } = job;
    const [input, output] = [sourceFileName(facts.mediaType), 'animation.webp'];
    await runVips(job, {
      args: animationArgs(input, output, resize, animationQuality),
      input,
      output,
    });
    const file = folder.file(output);
    const stripped = await strippedResult(file, facts.mediaType, plan, true);
    if (stripped === undefined) throw new Error('the animation is not as planned');
    return [{ ...stripped, name: 'vips', file, mediaType: facts.mediaType, lossless: false }];
  };

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

  const compress: Engine['compress'] = async (planned) => {
    await writeTables(planned, options.table.encoders);
    const { isTransparent } = await makePixels(planned, runVips);
    const job = isTransparent ? withoutOpaqueTypes(planned) : planned;
    const { plan, facts } = job;
    const ends = await race(job);
    const failures = ends.filter(isLeftOut);
    const raced = ends.filter((end): end is Finisher => end !== undefined && !isLeftOut(end));
    const finishers =
      facts.frames > 1 && plan.resize !== undefined ? await animate(job, plan.resize) : raced;
    const ours = failures.find(isOurFault);
    if (finishers.length === 0 && ours !== undefined) throw ours;
    if (finishers.length === 0 && !plan.sourceCompetes) throw failures[0] ?? noResult(plan);
    const source = plan.sourceCompetes ? await strippedSource(job) : undefined;
    const winner = winnerAmong(finishers, source, job);
    // An encoder that won has shown that the picture can be read. The source itself shows nothing: one
    // that reads past damage may have finished, or none has, so libvips is asked.
    if (winner.name === sourceName && plan.pixels.length === 0) await judge(job);
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

/** Of the WebP that libvips writes, as of the built-in WebP encoder. */
const animationQuality = 82;

/** @throws ServiceError `bad_request` when only types were asked for that cannot be transparent. */
const withoutOpaqueTypes = (job: Job): Job => {
  const candidates = job.plan.candidates.filter(({ mediaType }) => holdsTransparency(mediaType));
  if (candidates.length === 0) {
    throw new ServiceError(
      'bad_request',
      'transform.background: expected a colour, since the image is transparent and image/jpeg cannot be, got nothing',
    );
  }
  return { ...job, plan: { ...job.plan, candidates } };
};

/** The job's time was up, most of it spent waiting for others. */
const tooLate = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
    cause,
  });

const noRoom = (cause: ToolFailure): ServiceError =>
  new ServiceError('storage_full', 'The service has no room for the pixels of this image.', {
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
