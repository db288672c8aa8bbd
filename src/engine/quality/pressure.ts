import type { PressureReason } from '../../image/quality/receipt.ts';
import type { AccountLoads } from '../../queue/account-loads.ts';
import type { Permits } from '../../queue/permits.ts';

/**
 * Why a job that must have ended by `endBy` (monotonic clock, ms) is to try no further settings;
 * undefined where it may. Besides the picture and the settings, nothing else decides how far a search goes.
 */
export type Pressure = (endBy: number) => PressureReason | undefined;

type PressureParts = Readonly<{
  permits: Pick<Permits, 'waiting' | 'slots'>;
  loads: Pick<AccountLoads, 'isOverloaded'>;
  /** Longest time from a complete upload to its answer, in milliseconds. */
  answerMs: number;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
}>;

export const createPressure =
  ({ permits, loads, answerMs, now }: PressureParts): Pressure =>
  (endBy) => {
    // In an overload few jobs wait, since others are refused. Fixed settings then avoid refusals.
    if (permits.waiting() > maxWaitingPerSlot * permits.slots || loads.isOverloaded()) {
      return 'pressure';
    }
    return endBy - now() < answerMs * shareForResult ? 'deadline' : undefined;
  };

/** With more tool runs waiting for each slot than this, a search would delay other jobs. */
const maxWaitingPerSlot = 4;

/** Share of the time for an answer that is kept for encoding the whole picture after a search. */
const shareForResult = 0.5;
