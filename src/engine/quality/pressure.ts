import type { PressureReason } from '../../image/quality/receipt.ts';
import type { AccountLoads } from '../../queue/account-loads.ts';
import type { Permits } from '../../queue/permits.ts';

/**
 * Why a job that must have ended by `endBy` (monotonic clock, ms) is to do no more than it needs;
 * undefined where it has time. The one thing besides the picture and the settings that a search heeds.
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

/** More tool runs waiting for each slot than this, and a search would delay others. */
const mostWaiting = 4;

/** Part of the time for an answer that is kept for what follows a search: the whole picture is encoded. */
const keptForResult = 0.5;

export const createPressure =
  ({ permits, loads, answerMs, now }: PressureParts): Pressure =>
  (endBy) => {
    // In an overload few jobs wait, since the others are refused. Fixed settings then save refusals.
    if (permits.waiting() > mostWaiting * permits.slots || loads.isOverloaded()) {
      return 'pressure';
    }
    return endBy - now() < answerMs * keptForResult ? 'deadline' : undefined;
  };
