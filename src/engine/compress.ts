import { ServiceError } from '../errors.ts';
import { pagedSource } from '../image/bytes.ts';
import { hasGainMap } from '../image/metadata/gain-map.ts';
import { withoutOpaqueTypes } from '../image/plan.ts';
import { acceptable } from '../image/search/acceptance.ts';
import type { Receipt } from '../image/search/receipt.ts';
import { withFileBytes } from '../jobs/file-bytes.ts';
import { originalFileName } from '../jobs/file-names.ts';
import { toolFailureOf } from '../tools/tool-failure.ts';
import { cannotBeTransparent, clientErrorOf, noResult } from './client-errors.ts';
import type { Job } from './job.ts';
import { animate, changesFrames } from './pixels/animation.ts';
import { makeDeepPixels } from './pixels/deep-pixels.ts';
import { makePixels } from './pixels/make-pixels.ts';
import {
  checkDecodes,
  createRunAssembler,
  createRunVips,
  type PixelTools,
} from './pixels/run-vips.ts';
import { withDecodedAvif } from './pixels/with-decoded-avif.ts';
import { withColourProfile } from './pixels/with-colour-profile.ts';
import { withoutUnusableProfile } from './pixels/without-unusable-profile.ts';
import type { SurplusOptions } from './pixels/without-surplus.ts';
import { writeSource } from './pixels/write-source.ts';
import { acceptanceTerms } from './search/acceptance-terms.ts';
import { chooseMode, type ChosenMode, isFixed } from './search/choose-mode.ts';
import { competingCandidates } from './search/competing-candidates.ts';
import { roundsOf } from './search/rounds.ts';
import type { QualityOptions } from './search/quality-options.ts';
import { createRunCandidate } from './search/candidate.ts';
import type { Scorer } from './scorer/client.ts';
import {
  type FailedResult,
  isFailed,
  isMade,
  type MadeResult,
  type RacedCandidate,
} from './race/candidate-result.ts';
import { pickWinner } from './race/pick-winner.ts';
import type { EncoderOptions } from './race/run-encoder.ts';
import { becomesNext } from './race/run-as-one.ts';
import { runRace } from './race/run-race.ts';
import { sourceName, strippedSource } from './race/stripped-source.ts';
import { type ServedFile, writeResult } from './race/write-result.ts';
import { qualityStatsOf, type QualityStats, receiptOf } from './receipt.ts';

export type Compressed = ServedFile &
  Readonly<{
    /** Load or a fault made it worse, so it is not kept for other requests for the same picture. */
    isDegraded: boolean;
    receipt: Receipt;
  }>;

export type Engine = Readonly<{
  /**
   * The smallest acceptable result without metadata; the source itself, stripped, when nothing is smaller
   * (design, invariant 1).
   * @throws ServiceError `decode_failed`, `bad_request`, `storage_full`, `unavailable`, `internal`; the
   * client's reason on abort.
   */
  compress: (job: Job) => Promise<Compressed>;
}>;

type EngineOptions = EncoderOptions &
  PixelTools &
  Readonly<{
    scorer: Scorer;
    permits: SurplusOptions['permits'];
    /** Undefined in fixed mode. */
    quality?: QualityOptions | undefined;
    /** Called with each failure that the client does not see, once the picture is known to be readable. */
    onFailure: (requestId: string, failure: Error) => void;
    /** Called once for each result. */
    onQualityStats?: (stats: QualityStats) => void;
  }>;

export const createEngine = (options: EngineOptions): Engine => {
  const { table, quality, keptMs, onFailure, onQualityStats } = options;
  const runVips = createRunVips(options);
  const runAssembler = createRunAssembler(options);

  const decode = async (job: Job): Promise<Job> => {
    const readable = await withDecodedAvif(await withColourProfile(job), options);
    const vips = isFixed(quality, readable) && becomesNext(options.vips) ? options.vips : undefined;
    const { isTransparent, left } = await makePixels(readable, runVips, options.scorer, vips);
    await makeDeepPixels(readable, options, runVips);
    return isTransparent ? withTransparentTypes(readable) : { ...readable, left };
  };

  const race = async (
    job: Job,
    mode: ChosenMode,
    stripped: MadeResult | undefined,
    failures: Error[],
  ): Promise<readonly RacedCandidate[]> => {
    const candidates = competingCandidates(table, job.plan.candidates, mode);
    const sourceBytes = stripped?.bytes ?? job.sourceBytes;
    const rounds = roundsOf(table, candidates, mode, job, sourceBytes);
    const runCandidate = createRunCandidate({ ...options, runVips }, mode);
    // Fixed settings need no rounds, so no time is kept for the last one.
    const keepsTime =
      mode.mode === 'adaptive' &&
      (job.plan.sourceCompetes || rounds.some(({ usesKeptTime }) => usesKeptTime));
    // The source is an answer only once all of it has been read.
    const mayBeRead = job.plan.sourceCompetes && !isKnownReadable(mode, job);
    const endBy = mayBeRead ? job.endBy - keptMs * readingShare : job.endBy;
    const roundsEndBy = keepsTime ? job.endBy - keptMs : endBy;
    const note = (failure: Error): number => failures.push(failure);
    const parts = { rounds, roundsEndBy, runCandidate, onFailure: note };
    try {
      return await runRace(parts, { ...job, endBy }, candidates);
    } catch (error) {
      throw clientErrorOf(error);
    }
  };

  const compressSource = async (source: Job): Promise<Compressed> => {
    await writeSource(source, { ...options, scorer: quality && options.scorer });
    const job = await decode(source);
    const mode = await chooseMode(options, runVips, quality, job);
    const stripped = job.plan.sourceCompetes ? [await strippedSource(job)] : [];
    const failures: Error[] = [];
    const raced = await race(job, mode, stripped[0], failures);
    const animation = changesFrames(job) ? [await animate(job, { runVips, runAssembler })] : [];
    const results = [...raced.map(({ result }) => result).filter(isMade), ...animation];
    requireAnswer(job, results, raced);
    const terms = acceptanceTerms(mode, job, [...results, ...stripped]);
    const winner = pickWinner(acceptable(results, terms), stripped[0], job);
    // Tools that refuse a picture which no decoder reads either are not at fault.
    if (!provesReadable(winner, mode, job)) await checkDecodes(job, runVips);
    for (const failure of failures) onFailure(job.client.requestId, failure);
    const file = await writeResult(winner, job);
    const others = [...animation, ...stripped];
    const original = job.folder.file(originalFileName(job.facts.mediaType));
    const hasMap = await withFileBytes(original, (bytes) =>
      hasGainMap(pagedSource(bytes), job.facts.mediaType),
    );
    const made = { job, mode, terms, raced, others, winner, hasGainMap: hasMap };
    const receipt = receiptOf(made, table);
    onQualityStats?.(qualityStatsOf(receipt, winner));
    return { ...file, receipt, isDegraded: receipt.degraded };
  };

  return {
    compress: (job) => withoutUnusableProfile(job, compressSource),
  };
};

/** Share of the kept time for decoding the source, which proves that it can be the answer. */
const readingShare = 0.4;

/** @throws ServiceError `bad_request` when only types were asked for that cannot be transparent. */
const withTransparentTypes = (job: Job): Job => {
  const plan = withoutOpaqueTypes(job.plan);
  if (plan.candidates.length === 0) throw cannotBeTransparent();
  return { ...job, plan };
};

/** @throws the service's own failure, or why there is no result where the source is no answer. */
const requireAnswer = (
  { plan }: Job,
  results: readonly MadeResult[],
  raced: readonly RacedCandidate[],
): void => {
  if (results.length > 0) return;
  const errors = raced
    .map(({ result }) => result)
    .filter(isFailed)
    .map(({ error }) => error);
  const ownFault = errors.find(
    (error) => isOwnFault(error) && !(plan.sourceCompetes && wasLate(error)),
  );
  if (ownFault !== undefined) throw ownFault;
  if (!plan.sourceCompetes) throw clientErrorOf(errors[0] ?? noResult(plan));
};

/** The failure says nothing about the picture. */
const isOwnFault = (error: FailedResult['error']): boolean =>
  error instanceof ServiceError || error.kind === 'not_started';

/** Its time was over, or no permit came in it. A service without a permit cannot read the source either. */
const wasLate = (error: FailedResult['error']): boolean => {
  const failure = toolFailureOf(error);
  return failure === undefined || failure.kind === 'late';
};

/**
 * Whether it is known that the picture can be read, before or because an encoder won without a warning. The
 * source itself proves nothing, since every encoder may have failed or read past damage.
 */
const provesReadable = (winner: MadeResult, mode: ChosenMode, job: Job): boolean =>
  isKnownReadable(mode, job) || (winner.name !== sourceName && winner.isWarned !== true);

/** Its pixels were decoded without a warning, as those of an AVIF always are. */
const isKnownReadable = (mode: ChosenMode, { plan, facts }: Job): boolean =>
  plan.pixels.length > 0 ||
  (mode.mode === 'adaptive' && mode.measurer?.provesReadable === true) ||
  facts.mediaType === 'image/avif';
