import { ServiceError } from '../errors.ts';
import { acceptable } from '../image/quality/accept.ts';
import { type Candidate, holdsTransparency } from '../image/plan.ts';
import type { Receipt } from '../image/quality/receipt.ts';
import { adaptationOf, type AdaptOptions, competing, finish, type Adaptation } from './adapt.ts';
import { animate, changesFrames } from './animation.ts';
import type { Finisher } from './encode.ts';
import {
  noResult,
  type ServedFile,
  sourceName,
  strippedSource,
  winnerAmong,
  written,
} from './winner.ts';
import { withoutOverruledGamma, withProfiledSource } from './described.ts';
import { sourceFileName } from './files.ts';
import { choiceOf, type QualityChoice, type RaceEnd, receiptOf } from './receipt.ts';
import type { Job } from './job.ts';
import { hasRoomForPixels } from './room.ts';
import { makePixels, type PixelStep, type RunStep } from './pixels.ts';
import { withUsableProfile } from './profile.ts';
import { withShownFrame } from './shown-frame.ts';
import { termsOf } from './terms.ts';
import { together } from './together.ts';
import { type Tool, ToolFailure } from './tool-runner.ts';
import { judgeArgs } from './vips.ts';

export type Compressed = ServedFile &
  Readonly<{
    /** A tool failed on a good picture: not to be kept for others who bring the same one. */
    isDegraded: boolean;
    receipt: Receipt;
  }>;

export type Engine = Readonly<{
  /**
   * Decodes once where needed, races the plan's candidates, and gives the smallest acceptable result
   * without metadata; the source itself, stripped, when nothing is smaller (design, invariant 1).
   * @throws ServiceError `decode_failed`, `unavailable`, `internal`; the client's reason on abort.
   */
  compress: (job: Job) => Promise<Compressed>;
}>;

export type EngineOptions = Omit<AdaptOptions, 'runVips'> &
  Readonly<{
    vips: Tool;
    /** Puts frames together. */
    assembler: Tool;
    /** Told of each failure that the client does not see. */
    onFailure: (requestId: string, failure: Error) => void;
    /** Told of each result how its quality was chosen. */
    onChoice?: (choice: QualityChoice) => void;
  }>;

export const createEngine = (options: EngineOptions): Engine => {
  const { runner, vips, assembler, maxWaitMs, onFailure } = options;

  /** Runs vips in the job's folder. What it cannot read of the source is the picture's fault. */
  const runVips = async (
    job: Job,
    step: Omit<PixelStep, 'output'> & { output?: string },
  ): Promise<void> => {
    const { folder, client, endBy, facts, plan } = job;
    try {
      await runner.run({ tool: vips, ...step, folder: folder.path, client, endBy, maxWaitMs });
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.kind === 'not_started') throw error;
      if (error.kind === 'late') throw tooLate(error);
      if (![sourceFileName(facts.mediaType), job.profiled].includes(step.input)) throw error;
      const isRoomy =
        step.output === undefined || (await hasRoomForPixels(folder.path, plan, facts));
      throw isRoomy ? decodeFailed(error) : noRoom(error);
    }
  };

  const adapting: AdaptOptions = { ...options, runVips };

  const judge = (job: Job): Promise<void> => {
    const input = sourceFileName(job.facts.mediaType);
    return runVips(job, { args: judgeArgs(input, job.facts.frames), input });
  };

  const assemble: RunStep = async ({ folder, client, endBy }, step) => {
    const use = { tool: assembler, ...step, folder: folder.path, client, endBy, maxWaitMs };
    await runner.run(use).catch((error: unknown) => {
      throw toldOf(error);
    });
  };

  /**
   * All candidates side by side. Those that fail or get no permit in time are left out, but a damaged
   * source fails the job.
   */
  const race = (
    job: Job,
    adaptation: Adaptation,
    candidates: readonly Candidate[],
  ): Promise<readonly RaceEnd[]> =>
    together(
      candidates.map((candidate, lane) => async (signal) => {
        try {
          const ownJob = withSignal(job, signal);
          return {
            candidate,
            end: await finish(adapting, ownJob, adaptation, { candidate, lane }),
          };
        } catch (error) {
          if (!isLeftOut(error)) throw error;
          if (error instanceof ToolFailure && error.kind === 'damaged') throw decodeFailed(error);
          if (error instanceof ToolFailure) onFailure(job.client.requestId, error);
          return { candidate, end: error };
        }
      }),
      job.client.signal,
    );

  const compressed: Engine['compress'] = async (asked) => {
    const planned = await withProfiledSource(asked);
    const { isTransparent } = await makePixels(planned, runVips);
    const job = isTransparent ? withoutOpaqueTypes(planned) : planned;
    const { plan } = job;
    const adaptation = await adaptationOf(adapting, job);
    const candidates = competing(options, plan.candidates, adaptation);
    const raceEnds = await race(job, adaptation, candidates);
    const ends = raceEnds.map(({ end }) => end);
    const failures = ends.filter(isLeftOut);
    const raced = ends.filter(isFinisher);
    const animated = changesFrames(job) ? [await animate(job, { vips: runVips, assemble })] : [];
    const finishers = [...raced, ...animated];
    const ours = failures.find(isOurFault);
    if (finishers.length === 0 && ours !== undefined) throw ours;
    if (finishers.length === 0 && !plan.sourceCompetes) throw toldOf(failures[0] ?? noResult(plan));
    const source = plan.sourceCompetes ? await strippedSource(job) : undefined;
    const others = source === undefined ? animated : [...animated, source];
    const terms = termsOf(options.adaptive, job, adaptation, [...raced, ...others]);
    const accepted = terms === undefined ? finishers : acceptable(finishers, terms);
    const winner = winnerAmong(accepted, source, job);
    // An encoder that won without a warning has shown that the picture can be read. The source itself shows
    // nothing: one that reads past damage may have finished, or none has, so libvips is asked.
    const isShown = winner.name !== sourceName && winner.isWarned !== true;
    if (!isShown && plan.pixels.length === 0) await judge(job);
    const result = await written(winner, job);
    const ended = { job, adaptation, terms, ends: raceEnds, others, winner };
    const receipt = receiptOf(ended, options.table);
    options.onChoice?.(choiceOf(receipt, winner));
    return { ...result, receipt, isDegraded: failures.length > 0 };
  };

  return {
    compress: (job) =>
      withShownFrame(job, (shown) =>
        withoutOverruledGamma(shown, (plain) => withUsableProfile(plain, compressed)),
      ),
  };
};

/** Why a candidate is not among the finishers: it failed, or the service was too busy to run it. */
type LeftOut = ToolFailure | ServiceError;

const isFinisher = (end: RaceEnd['end']): end is Finisher => 'bytes' in end;

const isLeftOut = (end: unknown): end is LeftOut =>
  end instanceof ToolFailure || (end instanceof ServiceError && end.code === 'unavailable');

/** Nothing was learnt about the picture. */
const isOurFault = (failure: LeftOut): boolean =>
  failure instanceof ServiceError || failure.kind === 'not_started';

const withSignal = (job: Job, signal: AbortSignal): Job => ({
  ...job,
  client: { ...job.client, signal },
});

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

const toldOf = (error: unknown): unknown =>
  error instanceof ToolFailure && error.kind === 'late' ? tooLate(error) : error;

/** The job's time was up, most of it spent waiting for others, or there was more to do than it allows. */
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
