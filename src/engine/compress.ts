import { ServiceError } from '../errors.ts';
import { acceptable } from '../image/quality/acceptance.ts';
import { withoutOpaqueTypes } from '../image/plan.ts';
import type { Receipt } from '../image/quality/receipt.ts';
import { adaptationOf, competing } from './quality/choose-mode.ts';
import { animate, changesFrames } from './pixels/animation.ts';
import {
  noResult,
  type ServedFile,
  sourceName,
  strippedSource,
  pickWinner,
  writeResult,
} from './race/pick-winner.ts';
import { withoutOverruledGamma, withColourProfile } from './pixels/colour-source.ts';
import { sourceFileName } from '../jobs/file-names.ts';
import { isFinisher, isLeftOut, type LeftOut, race, type RaceOptions } from './run-race.ts';
import { choiceOf, type QualityChoice, receiptOf } from './receipt.ts';
import type { Job } from './job.ts';
import { hasFreeSpaceForPixels } from './pixels/free-space.ts';
import { makePixels, type PixelStep, type RunStep } from './pixels/make-pixels.ts';
import { withoutUnusableProfile } from './pixels/without-unusable-profile.ts';
import { withSingleFrame } from './pixels/with-single-frame.ts';
import { acceptanceTerms } from './quality/acceptance-terms.ts';
import { type Tool, ToolFailure } from '../tools/tool-runner.ts';
import { judgeArgs } from '../tools/vips/args.ts';

export type Compressed = ServedFile &
  Readonly<{
    /** Haste or a fault made it worse: not to be kept for others who bring the same picture. */
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

export type EngineOptions = Omit<RaceOptions, 'runVips'> &
  Readonly<{
    vips: Tool;
    /** Puts frames together. */
    assembler: Tool;
    /** Told of each result how its quality was chosen. */
    onChoice?: (choice: QualityChoice) => void;
  }>;

export const createEngine = (options: EngineOptions): Engine => {
  const { runner, vips, assembler, maxWaitMs } = options;

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
        step.output === undefined || (await hasFreeSpaceForPixels(folder.path, plan, facts));
      throw isRoomy ? decodeFailed(error) : noRoom(error);
    }
  };

  const racing = { ...options, runVips };

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

  const compressed: Engine['compress'] = async (asked) => {
    const planned = await withColourProfile(asked);
    const { isTransparent } = await makePixels(planned, runVips);
    const job = isTransparent ? transparentJob(planned) : planned;
    const { plan } = job;
    const adaptation = await adaptationOf(racing, job);
    const candidates = competing(options, plan.candidates, adaptation);
    const raceEnds = await race(racing, job, adaptation, candidates).catch((error: unknown) => {
      throw toldOf(error);
    });
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
    const terms = acceptanceTerms(options.adaptive, job, adaptation, [...raced, ...others]);
    const accepted = terms === undefined ? finishers : acceptable(finishers, terms);
    const winner = pickWinner(accepted, source, job);
    // An encoder that won without a warning has shown that the picture can be read. The source itself shows
    // nothing: one that reads past damage may have finished, or none has, so libvips is asked.
    const isShown = winner.name !== sourceName && winner.isWarned !== true;
    if (!isShown && plan.pixels.length === 0) await judge(job);
    const result = await writeResult(winner, job);
    const ended = { job, adaptation, terms, ends: raceEnds, others, winner };
    const receipt = receiptOf(ended, options.table);
    options.onChoice?.(choiceOf(receipt, winner));
    return { ...result, receipt, isDegraded: receipt.degraded };
  };

  return {
    compress: (job) =>
      withSingleFrame(job, (shown) =>
        withoutOverruledGamma(shown, (plain) => withoutUnusableProfile(plain, compressed)),
      ),
  };
};

/** Nothing was learnt about the picture. */
const isOurFault = (failure: LeftOut): boolean =>
  failure instanceof ServiceError || failure.kind === 'not_started';

/** @throws ServiceError `bad_request` when only types were asked for that cannot be transparent. */
const transparentJob = (job: Job): Job => {
  const plan = withoutOpaqueTypes(job.plan);
  if (plan.candidates.length === 0) {
    throw new ServiceError(
      'bad_request',
      'transform.background: expected a colour, since the image is transparent and image/jpeg cannot be, got nothing',
    );
  }
  return { ...job, plan };
};

const toldOf = (error: unknown): unknown => {
  if (!(error instanceof ToolFailure)) return error;
  if (error.kind === 'damaged') return decodeFailed(error);
  return error.kind === 'late' ? tooLate(error) : error;
};

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
