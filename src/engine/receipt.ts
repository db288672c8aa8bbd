import { type EncoderTable, fixedSetting, type Setting } from '../image/encoder.ts';
import type { Candidate } from '../image/plan.ts';
import { type AcceptanceTerms, type FixedTerms, refusalOf } from '../image/search/acceptance.ts';
import type { History } from '../image/search/search-result.ts';
import type { Receipt, ReceiptCandidate, SearchStop } from '../image/search/receipt.ts';
import { expectedScoreOf } from '../image/search/source-quality.ts';
import { ToolFailure } from '../tools/tool-failure.ts';
import type { Job } from './job.ts';
import type { ChosenMode } from './search/choose-mode.ts';
import type {
  FailedResult,
  MadeResult,
  RacedCandidate,
  SkippedResult,
} from './race/candidate-result.ts';

/** A compressed job, as its receipt is made of it. */
type CompressedJob = Readonly<{
  job: Job;
  mode: ChosenMode;
  terms: AcceptanceTerms | FixedTerms;
  raced: readonly RacedCandidate[];
  /** Results without a candidate: the source, an animation. */
  others: readonly MadeResult[];
  winner: MadeResult;
  hasGainMap: boolean;
}>;

/** The receipt of a job: every candidate, its result, and why it won or lost. */
export const receiptOf = (compressed: CompressedJob, table: EncoderTable): Receipt => {
  const { job, mode, raced, others, winner } = compressed;
  const { mediaType, width, height, lossless } = job.facts;
  const adaptive = mode.mode === 'adaptive' ? mode : undefined;
  return {
    mode: mode.mode,
    fallback: mode.mode === 'fixed' ? (mode.fallback ?? null) : null,
    degraded: isDegraded(compressed),
    configuredTarget: adaptive?.quality.target ?? null,
    sourceTarget: tenths(adaptive?.sourceTarget),
    source: {
      mediaType,
      width,
      height,
      bytes: job.sourceBytes,
      lossless,
      expectedScore: tenths(expectedScoreOf(job.facts)),
      flatness: hundredths(adaptive?.measurer?.survey.flatness),
      ...(compressed.hasGainMap && { gainMap: 'removed' }),
    },
    candidates: [
      ...raced.map(({ candidate, result }) =>
        result.kind === 'made'
          ? madeCandidate(result, compressed, settingsOf(candidate, result.history, table))
          : otherCandidate(candidate, result, table),
      ),
      ...others.map((result) => madeCandidate(result, compressed, {})),
    ],
    winner: winner.name,
  };
};

/** How the settings of one result were chosen, for the metrics. */
export type QualityStats = Readonly<{
  mediaType: string;
  /** Trials of all candidates. */
  trials: number;
  /** Why searches ended early, one for each that did. */
  stops: readonly SearchStop[];
  fallback: string | null;
  /** Null where it was not measured. */
  score: number | null;
}>;

export const qualityStatsOf = (
  { candidates, fallback }: Receipt,
  { mediaType, score }: MadeResult,
): QualityStats => ({
  mediaType,
  // Candidates that begin with the same encoder share their trials.
  trials: new Set(candidates.flatMap(({ trials }) => trials)).size,
  stops: candidates.flatMap(({ stopped }) => stopped ?? []),
  fallback,
  score: tenths(score),
});

/** Whether a later run may give a better result. A failed tool counts, since another run of it may succeed. */
const isDegraded = ({ mode, raced }: CompressedJob): boolean =>
  (mode.mode === 'fixed' && mode.isDegraded === true) ||
  raced.some(({ result }) => result.kind === 'failed' || result.isDegraded === true);

const otherCandidate = (
  candidate: Candidate,
  result: SkippedResult | FailedResult,
  table: EncoderTable,
): ReceiptCandidate => {
  const history = result.kind === 'skipped' ? result.history : undefined;
  return {
    encoders: candidate.chain.join('+'),
    mediaType: candidate.mediaType,
    settings: history === undefined ? {} : settingsOf(candidate, history, table),
    ...{ bytes: null, score: null, worstPlace: null },
    ...shownHistory(history),
    accepted: false,
    reason: result.kind === 'skipped' ? result.reason : failureReason(result),
  };
};

const shownHistory = ({ trials, milliseconds, stopped }: Partial<History> = {}) => ({
  milliseconds: Math.round(milliseconds ?? 0),
  trials: trials ?? [],
  stopped: stopped ?? null,
});

/** Without the tool's output, which may be long or name files. */
const failureReason = ({ error }: FailedResult): string => {
  if (!(error instanceof ToolFailure)) return error.message;
  return error.kind === 'late'
    ? 'its encoder did not end in time'
    : `its encoder failed (${error.kind})`;
};

const madeCandidate = (
  result: MadeResult,
  { winner, terms }: CompressedJob,
  settings: ReceiptCandidate['settings'],
): ReceiptCandidate => {
  const refusal = refusalOf(result, terms);
  const isWinner = result.name === winner.name && result.mediaType === winner.mediaType;
  return {
    encoders: result.name,
    mediaType: result.mediaType,
    settings,
    bytes: result.bytes,
    score: tenths(result.score),
    worstPlace: tenths(result.worstPlace),
    ...shownHistory(result.history),
    accepted: isWinner || refusal === undefined,
    reason: isWinner
      ? refusal === undefined
        ? 'won'
        : `won, though ${refusal}`
      : (refusal ?? lossReason(result, winner)),
  };
};

const lossReason = ({ bytes }: MadeResult, winner: MadeResult): string =>
  bytes < winner.bytes
    ? 'smaller than the winner, but its pixels are not upright sRGB'
    : 'larger than the winner';

/** The values in the command of the chain's first encoder. */
const settingsOf = (
  { chain }: Candidate,
  history: History | undefined,
  { encoders }: EncoderTable,
): ReceiptCandidate['settings'] => {
  const encoder = encoders[chain[0] ?? ''];
  if (encoder === undefined) return {};
  const { value, variant }: Setting = history?.setting ?? fixedSetting(encoder);
  return {
    ...(value !== undefined && {
      [encoder.quality?.steps === 'ratio' ? 'scale' : 'quality']: value,
    }),
    ...(variant !== undefined && { variant }),
  };
};

const tenths = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 10) / 10;

const hundredths = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100;
