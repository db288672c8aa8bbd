import type { Haste } from '../../image/quality/receipt.ts';
import type { Overload } from '../../queue/load-shedding.ts';
import type { Permits } from '../../queue/fair-semaphore.ts';

/**
 * Why a job that must have ended by `endBy` (monotonic clock, ms) is to do no more than it needs;
 * undefined where it has time. The one thing besides the picture and the settings that a search heeds.
 */
export type Pressure = (endBy: number) => Haste | undefined;

type PressureParts = Readonly<{
  permits: Pick<Permits, 'waiting' | 'slots'>;
  overload: Pick<Overload, 'isOverloaded'>;
  /** Longest time from a complete upload to its answer, in milliseconds. */
  answerMs: number;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
}>;

/** So many tool runs may wait for each slot; with more, a search would hold others up. */
const mostWaiting = 4;

/** Part of the time for an answer that is kept for what follows a search: the whole picture is encoded. */
const keptForResult = 0.5;

export const createPressure =
  ({ permits, overload, answerMs, now }: PressureParts): Pressure =>
  (endBy) => {
    // In an overload few wait, since the others are refused: what is made faster spares refusals.
    if (permits.waiting() > mostWaiting * permits.slots || overload.isOverloaded()) {
      return 'pressure';
    }
    return endBy - now() < answerMs * keptForResult ? 'deadline' : undefined;
  };
