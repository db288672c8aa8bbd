import { isEfficient } from '../type-limits.ts';
import { maxBanding } from '../score/banding.ts';
import { hasBadPlace, lookOf, looksRight } from './look.ts';
import { meets, tolerance } from './secant.ts';

/** The values of a result that decide whether it is accepted. */
export type MeasuredResult = Readonly<{
  mediaType: string;
  bytes: number;
  lossless: boolean;
  /** Undefined where it was made with a fixed setting. */
  score?: number | undefined;
  /** The lowest score of all its places; undefined where it was not measured. */
  worstPlace?: number | undefined;
  /** Largest error in smooth areas, in levels; undefined where it was not measured. */
  banding?: number | undefined;
}>;

/** What results are judged by where nothing is measured. */
export type FixedTerms = Readonly<{
  /** Bytes of the smallest lossless PNG that may be the answer; Infinity where there is none. */
  losslessPngBytes: number;
}>;

/** What results are judged by. */
export type AcceptanceTerms = FixedTerms &
  Readonly<{
    /** The score to aim at by the configuration. */
    configuredTarget: number;
    /** The same, lowered for a poor source. */
    sourceTarget: number;
    /** A lossy result with a lower score is only accepted when no other result is left. */
    minScore: number;
    source: Readonly<{
      mediaType: string;
      lossless: boolean;
      bytes: number;
      /** It is a WebP or PNG that has lost much already, and may be the answer itself. */
      isPoor?: boolean;
    }>;
    /** Bytes of the smallest lossless result in the source's media type; undefined where there is none. */
    losslessBytes: number | undefined;
    /** On a photograph a palette that misses the target is accepted: its many colours hide the loss. */
    isPhotographic: boolean;
    /** The source itself may be served where no result is accepted. */
    hasOtherAnswer: boolean;
  }>;

/**
 * Largest share of a lossless result's bytes for a lossy one that misses the target or has a poor source, and of the
 * bytes of a poor WebP or PNG.
 */
const clearlySmaller = 0.8;

/** Largest share of a lossless PNG's bytes for a lossy one: what hardly saves bytes is not worth its errors. */
const worthItsErrors = 0.95;

/** Largest share of a lossy WebP or AVIF source's bytes for a second lossy encoding. */
const worthAnotherLoss = 0.95;

/** The most bytes that a lossy result of a media type may have; Infinity where its source sets no limit. */
export const mostLossyBytes = (mediaType: string, source: AcceptanceTerms['source']): number => {
  if (source.mediaType !== mediaType) return Infinity;
  if (source.isPoor === true) return source.bytes * clearlySmaller;
  return isEfficient(mediaType) && !source.lossless ? source.bytes * worthAnotherLoss : Infinity;
};

/** Why a result may not win; undefined when it may. */
export const refusalOf = (
  candidate: MeasuredResult,
  terms: AcceptanceTerms | FixedTerms,
): string | undefined => {
  const { mediaType, lossless, bytes } = candidate;
  if (lossless) return undefined;
  if (mediaType === 'image/png' && bytes > terms.losslessPngBytes * worthItsErrors) {
    return `more than ${worthItsErrors} of the lossless result`;
  }
  if (!isMeasured(terms)) return undefined;
  if (bytes > mostLossyBytes(mediaType, terms.source)) {
    const share = terms.source.isPoor === true ? clearlySmaller : worthAnotherLoss;
    return `more than ${share} of a source that is lossy already`;
  }
  const look = lookOf(candidate);
  if (look === undefined) return undefined;
  // On a photograph dithering and grain hide bands.
  if (look.banding > maxBanding && !terms.isPhotographic) {
    return 'bands show in smooth areas';
  }
  if (hasBadPlace(look, terms.configuredTarget))
    return 'a place of it looks much worse than the rest';
  const { score } = look;
  if (meets(score, terms.configuredTarget)) return undefined;
  if (score < Math.min(terms.minScore, terms.configuredTarget - tolerance))
    return 'below the lowest score';
  return mediaType === 'image/png'
    ? paletteRefusal(terms)
    : reencodeRefusal(candidate, score, terms);
};

const isMeasured = (terms: AcceptanceTerms | FixedTerms): terms is AcceptanceTerms =>
  'sourceTarget' in terms;

/** The results that may win. Where none may and the source is no answer, the one with the best score. */
export const acceptable = <T extends MeasuredResult>(
  candidates: readonly T[],
  terms: AcceptanceTerms | FixedTerms,
): readonly T[] => {
  const accepted = candidates.filter((candidate) => refusalOf(candidate, terms) === undefined);
  if (accepted.length > 0 || !isMeasured(terms) || terms.hasOtherAnswer) return accepted;
  return candidates.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0)).slice(0, 1);
};

/** Whether a lossy result of a media type meets the target, and no bands show in it. */
export const isTargetMet = (
  results: readonly MeasuredResult[],
  type: string,
  target: number,
): boolean =>
  results.some(
    (result) => !result.lossless && result.mediaType === type && isRight(result, target),
  );

/** Whether a lossy result was measured and looks right at this target. */
export const isRight = (result: MeasuredResult, target: number): boolean => {
  const look = lookOf(result);
  return look !== undefined && looksRight(look, target);
};

/** Whether results that are there already are accepted beside any lossless one of this type and size, and beat it. */
export const isBeaten = (
  results: readonly MeasuredResult[],
  terms: AcceptanceTerms | FixedTerms,
  { mediaType, bytes }: Pick<MeasuredResult, 'mediaType' | 'bytes'>,
): boolean => {
  const beside = {
    ...terms,
    losslessBytes: bytes,
    ...(mediaType === 'image/png' && { losslessPngBytes: bytes }),
  };
  return results.some((result) => result.bytes < bytes && refusalOf(result, beside) === undefined);
};

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
