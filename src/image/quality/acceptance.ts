import { maxBanding } from '../score/banding.ts';
import { meets, tolerance } from './search-step.ts';

/** A finished candidate, as far as it is judged. */
export type MeasuredResult = Readonly<{
  mediaType: string;
  bytes: number;
  lossless: boolean;
  /** Undefined where it was made with a fixed setting. */
  score?: number | undefined;
  /** Largest error in smooth areas, in levels; undefined where it was not looked for. */
  banding?: number | undefined;
}>;

/** What candidates are judged by. */
export type AcceptanceTerms = Readonly<{
  /** The score aimed at, and what it was lowered to for this source. */
  configuredTarget: number;
  sourceTarget: number;
  /** No candidate below is taken while there is another. */
  minScore: number;
  source: Readonly<{ mediaType: string; lossless: boolean; bytes: number }>;
  /** Bytes of the smallest lossless result in the source's media type; undefined where there is none. */
  losslessBytes: number | undefined;
  /** A photograph may keep a palette that misses the target: its colours hide the loss. */
  isPhotographic: boolean;
  /** The source itself may be served where no candidate is taken. */
  hasOtherAnswer: boolean;
}>;

/** A lossy result that misses the target, or is made of a poor source, must be this much smaller than a lossless one. */
const clearlySmaller = 0.8;

/** A WebP that lost once already is encoded again only for this much. */
const worthAnotherLoss = 0.95;

/** Why a candidate may not win; undefined when it may. */
export const refusalOf = (
  candidate: MeasuredResult,
  terms: AcceptanceTerms,
): string | undefined => {
  const { score, lossless, bytes } = candidate;
  if (lossless) return undefined;
  if (losesAgain(candidate, terms) && bytes > terms.source.bytes * worthAnotherLoss) {
    return `more than ${worthAnotherLoss} of a source that is lossy already`;
  }
  if (score === undefined) return undefined;
  // On a photograph dithering has done what it can, and grain hides the rest.
  if ((candidate.banding ?? 0) > maxBanding && !terms.isPhotographic) {
    return 'bands show in smooth areas';
  }
  if (meets(score, terms.configuredTarget)) return undefined;
  if (score < Math.min(terms.minScore, terms.configuredTarget - tolerance))
    return 'below the lowest score';
  return candidate.mediaType === 'image/png'
    ? paletteRefusal(terms)
    : reencodeRefusal(candidate, score, terms);
};

/**
 * The candidates that may win. Where none may and the source is no answer, that with the best score is
 * better than no answer.
 */
export const acceptable = <T extends MeasuredResult>(
  candidates: readonly T[],
  terms: AcceptanceTerms,
): readonly T[] => {
  const accepted = candidates.filter((candidate) => refusalOf(candidate, terms) === undefined);
  if (accepted.length > 0 || terms.hasOtherAnswer) return accepted;
  return candidates.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0)).slice(0, 1);
};

const losesAgain = ({ mediaType }: MeasuredResult, { source }: AcceptanceTerms): boolean =>
  mediaType === 'image/webp' && source.mediaType === mediaType && !source.lossless;

const paletteRefusal = ({ isPhotographic }: AcceptanceTerms): string | undefined =>
  isPhotographic ? undefined : 'below the target';

const reencodeRefusal = (
  { bytes }: MeasuredResult,
  score: number,
  { sourceTarget, losslessBytes }: AcceptanceTerms,
): string | undefined => {
  if (losslessBytes === undefined) return undefined;
  if (bytes <= losslessBytes * clearlySmaller) return undefined;
  return meets(score, sourceTarget)
    ? `more than ${clearlySmaller} of the lossless result, for a source of low quality`
    : `below the target, and more than ${clearlySmaller} of the lossless result`;
};
