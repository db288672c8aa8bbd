import { type EncoderTable, fixedSetting, type Setting } from '../image/encoder.ts';
import type { Candidate } from '../image/plan.ts';
import { refusalOf, type AcceptanceTerms } from '../image/quality/acceptance.ts';
import type { Receipt, ReceiptCandidate, SearchStop } from '../image/quality/receipt.ts';
import { expectedScore } from '../image/quality/source-quality.ts';
import type { Adaptation } from './quality/choose-mode.ts';
import type { Finisher, Withdrawn } from './race/run-chain.ts';
import type { Job } from './job.ts';
import { ToolFailure } from '../tools/tool-runner.ts';

/** How one candidate's run ended: it came in, it failed, or it withdrew. */
export type RaceEnd = Readonly<{ candidate: Candidate; end: Finisher | Error | Withdrawn }>;

/** What the receipt of a job is made of. */
export type Ended = Readonly<{
  job: Job;
  adaptation: Adaptation;
  terms: AcceptanceTerms | undefined;
  ends: readonly RaceEnd[];
  /** Those who came in without a candidate: the source, an animation. */
  others: readonly Finisher[];
  winner: Finisher;
}>;

/** What is told of a result for the metrics. */
export type QualityChoice = Readonly<{
  mediaType: string;
  /** Settings that were tried, for any candidate. */
  probes: number;
  /** Why searches ended early, one for each that did. */
  stops: readonly SearchStop[];
  fallback: string | null;
  /** Null where it was not measured. */
  score: number | null;
}>;

export const choiceOf = (
  { candidates, fallback }: Receipt,
  { mediaType, score }: Finisher,
): QualityChoice => ({
  mediaType,
  probes: candidates.reduce((sum, { probes }) => sum + probes.length, 0),
  stops: candidates.flatMap(({ stopped }) => stopped ?? []),
  fallback,
  score: tenths(score),
});

/** The receipt of a job: every candidate, what became of it, and why. */
export const receiptOf = (ended: Ended, table: EncoderTable): Receipt => {
  const { job, adaptation, ends, others, winner } = ended;
  const { mediaType, width, height, lossless, quantisation } = job.facts;
  const isAdaptive = adaptation.mode === 'adaptive';
  return {
    mode: adaptation.mode,
    fallback: isAdaptive ? null : (adaptation.fallback ?? null),
    degraded: isDegraded(ended),
    target: isAdaptive ? tenths(adaptation.target) : null,
    source: {
      mediaType,
      width,
      height,
      bytes: job.sourceBytes,
      lossless,
      expectedScore: tenths(expectedScore(quantisation)),
      flatness: isAdaptive ? hundredths(adaptation.gauge?.survey.flatness) : null,
    },
    candidates: [
      ...ends.map(({ candidate, end }) =>
        'bytes' in end
          ? withResult(end, ended, settingsOf(candidate, end, table))
          : withoutResult(candidate, end),
      ),
      ...others.map((finisher) => withResult(finisher, ended, {})),
    ],
    winner: winner.name,
  };
};

/** Whether the result might have been better but for haste or a fault. A failed tool may fail on others too, or not. */
const isDegraded = ({ adaptation, ends }: Ended): boolean =>
  (adaptation.mode === 'fixed' && adaptation.isDegraded === true) ||
  ends.some(({ end }) => end instanceof Error || end.isDegraded === true);

const withoutResult = (
  { chain, mediaType }: Candidate,
  end: Error | Withdrawn,
): ReceiptCandidate => ({
  encoders: chain.join('+'),
  mediaType,
  settings: {},
  bytes: null,
  score: null,
  milliseconds: 0,
  probes: [],
  stopped: null,
  accepted: false,
  reason: 'withdrawn' in end ? end.withdrawn : reasonOf(end),
});

/** Without what the tool said, which may be long, or name files. */
const reasonOf = (failure: Error): string =>
  failure instanceof ToolFailure ? `its encoder failed (${failure.kind})` : failure.message;

const withResult = (
  finisher: Finisher,
  { winner, terms }: Ended,
  settings: ReceiptCandidate['settings'],
): ReceiptCandidate => {
  const refusal = terms === undefined ? undefined : refusalOf(finisher, terms);
  const isWinner = finisher.name === winner.name && finisher.mediaType === winner.mediaType;
  return {
    encoders: finisher.name,
    mediaType: finisher.mediaType,
    settings,
    bytes: finisher.bytes,
    score: tenths(finisher.score),
    milliseconds: Math.round(finisher.making?.milliseconds ?? 0),
    probes: finisher.making?.probes ?? [],
    stopped: finisher.making?.stopped ?? null,
    accepted: isWinner || refusal === undefined,
    reason: isWinner
      ? refusal === undefined
        ? 'won'
        : `won, though ${refusal}`
      : (refusal ?? lostTo(finisher, winner)),
  };
};

const lostTo = ({ bytes }: Finisher, winner: Finisher): string =>
  bytes < winner.bytes
    ? 'not larger than the winner, but not the right picture'
    : 'larger than the winner';

/** What filled the command of the chain's first encoder. */
const settingsOf = (
  { chain }: Candidate,
  { making }: Finisher,
  { encoders }: EncoderTable,
): ReceiptCandidate['settings'] => {
  const encoder = encoders[chain[0] ?? ''];
  if (encoder === undefined) return {};
  const { value, variant }: Setting = making?.setting ?? fixedSetting(encoder);
  return {
    ...(value !== undefined && { [encoder.scale === undefined ? 'quality' : 'scale']: value }),
    ...(variant !== undefined && { variant }),
  };
};

const tenths = <T extends number | undefined>(value: T): number | null =>
  value === undefined ? null : Math.round(value * 10) / 10;

const hundredths = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100;
