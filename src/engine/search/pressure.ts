import type { PressureReason } from '../../image/search/receipt.ts';
import type { AccountLoads } from '../../queue/account-loads.ts';
import type { Permits } from '../../queue/permits.ts';
import type { Client } from '../../tools/tool-runner.ts';

/**
 * Why a job that must have ended by `endBy` (monotonic clock, ms) is to try no further settings; undefined where
 * it may. `trialMs` is how long one of its trials took. Besides the picture and the settings, nothing else decides
 * how far a search goes. A job in the background delays no others, so that load does not matter.
 */
export type Pressure = (
  job: Readonly<{ endBy: number; client: Pick<Client, 'background'> }>,
  trialMs?: number,
) => PressureReason | undefined;

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
  ({ endBy, client }, trialMs = 0) => {
    // In an overload few jobs wait, since others are refused. Fixed settings then avoid refusals.
    const isLoaded = permits.waiting() > maxWaitingPerSlot * permits.slots || loads.isOverloaded();
    if (isLoaded && client.background === undefined) return 'pressure';
    const neededMs = Math.max(answerMs * shareForResult, trialMs * timesOfTrial);
    return endBy - now() < neededMs ? 'deadline' : undefined;
  };

/** With more tool runs waiting for each slot than this, a search would delay other jobs. */
const maxWaitingPerSlot = 4;

/** Share of the time for an answer that is kept for encoding the whole picture after a search. */
const shareForResult = 0.5;

/** A trial that is ended by the deadline is lost with all before it, and the next one may take longer. */
const timesOfTrial = 2;
