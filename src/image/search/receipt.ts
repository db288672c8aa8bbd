import type { QualityMode } from '../encoder.ts';

/** One setting, tried and measured. */
export type ReceiptTrial = Readonly<{
  setting: number;
  variant: string | null;
  score: number;
  /** The lowest score of all its places of 128x128 pixels. */
  worstPlace: number;
  milliseconds: number;
}>;

/** Why a search is cut short: other jobs wait, or the answer is due. */
export type PressureReason = 'pressure' | 'deadline';

/** Why a search ended early: the allowed work or trials are done, other jobs wait, or the answer is due. */
export type SearchStop = 'budget' | 'trials' | PressureReason;

/** The result of one candidate, and why it won or lost. */
export type ReceiptCandidate = Readonly<{
  /** Names of its encoders, joined by `+`; `source` for the source itself, stripped. */
  encoders: string;
  mediaType: string;
  /** Values in the command of the first encoder; empty where it has none. */
  settings: Readonly<{ quality?: number; scale?: number; variant?: string }>;
  /** Bytes of the result without metadata; null where it made none. */
  bytes: number | null;
  /** On SSIMULACRA2's scale; null where it was not measured. */
  score: number | null;
  /** The lowest score of all its places of 128x128 pixels; null where it was not measured. */
  worstPlace: number | null;
  /** Time of its tools and of measuring. */
  milliseconds: number;
  trials: readonly ReceiptTrial[];
  /** Null where the search was completed, or there was none. */
  stopped: SearchStop | null;
  accepted: boolean;
  /** Why it won, lost, or could not compete. */
  reason: string;
}>;

/** How a result was made, kept beside it: every candidate, its trials, and why it won or lost. */
export type Receipt = Readonly<{
  mode: QualityMode;
  /** Why settings were fixed although the mode is adaptive; null where they were not. */
  fallback: string | null;
  /** Load or a fault made the result worse, so it is not kept for other requests. */
  degraded: boolean;
  /** The score to aim at by the configuration; null in fixed mode. */
  configuredTarget: number | null;
  /** The same, lowered for a poor source; null in fixed mode. */
  sourceTarget: number | null;
  source: Readonly<{
    mediaType: string;
    width: number;
    height: number;
    bytes: number;
    lossless: boolean;
    /** Score that a JPEG or a lossy WebP is expected to have, by its quantisation; null for others. */
    expectedScore: number | null;
    /** Share of pixels that equal their neighbour; null where it was not measured. */
    flatness: number | null;
    /** It had a map for displays of high dynamic range, which no result has. */
    gainMap?: 'removed';
  }>;
  candidates: readonly ReceiptCandidate[];
  /** The candidate that was served. */
  winner: string;
}>;
