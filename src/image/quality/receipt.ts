import type { QualityMode } from '../encoder.ts';

/** One setting that was tried. */
export type ReceiptProbe = Readonly<{
  setting: number;
  variant: string | null;
  score: number;
  milliseconds: number;
}>;

/** Why an image is given less than it deserves: others wait, or its answer is due. */
export type PressureReason = 'pressure' | 'deadline';

/** Why no more settings were tried: the work allowed was done, or haste. */
export type SearchStop = 'budget' | PressureReason;

/** What became of one candidate. */
export type ReceiptCandidate = Readonly<{
  /** Names of its encoders, joined by `+`; `source` for the source itself, stripped. */
  encoders: string;
  mediaType: string;
  /** What was filled into the command of the encoder whose setting is chosen; empty where nothing was. */
  settings: Readonly<{ quality?: number; scale?: number; variant?: string }>;
  /** Bytes of what it would have served; null where it made nothing. */
  bytes: number | null;
  /** On SSIMULACRA2's scale; null where it was not measured. */
  score: number | null;
  /** Time of its tools and of measuring. */
  milliseconds: number;
  probes: readonly ReceiptProbe[];
  /** Null where the search came to its end, or none was made. */
  stopped: SearchStop | null;
  accepted: boolean;
  /** Why it won, lost, or could not compete. */
  reason: string;
}>;

/** How a result came to be: kept beside it, for whoever wants to know why it looks and weighs as it does. */
export type Receipt = Readonly<{
  mode: QualityMode;
  /** Why settings were fixed although the mode is adaptive; null where they were not. */
  fallback: string | null;
  /** Haste or a fault made the result worse, so that it is not kept for other requests. */
  degraded: boolean;
  /** The score aimed at, for this source; null in fixed mode. */
  target: number | null;
  source: Readonly<{
    mediaType: string;
    width: number;
    height: number;
    bytes: number;
    lossless: boolean;
    /** Score that a JPEG is expected to have itself, by its tables; null for others. */
    expectedScore: number | null;
    /** Share of pixels like their neighbour; null where it was not measured. */
    flatness: number | null;
  }>;
  candidates: readonly ReceiptCandidate[];
  /** The candidate that was served. */
  winner: string;
}>;
