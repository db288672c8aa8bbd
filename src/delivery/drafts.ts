import type { Outputs, ResultLease } from '../outputs/output.ts';
import { evictedAtOnce, unsharedKey } from '../service/produce.ts';
import type { SingleFlight } from '../service/single-flight.ts';
import type { Made, Make, Work } from './make.ts';

/**
 * A quick result for work of which the best result is not there yet. The best one is made after it, for later requests.
 * `isDegraded` is false where the best one of a former time still counts.
 */
export type Drafts = (
  work: Work,
  signal: AbortSignal,
) => Promise<ResultLease & Readonly<{ isNew: boolean; isDegraded: boolean }>>;

type DraftParts = Readonly<{
  make: Make;
  outputs: Pick<Outputs, 'openResult'>;
  singleFlight: SingleFlight<Made>;
  /** Ends what is made after requests. */
  closing: AbortSignal;
  /** Best results that are made at once; further ones wait for them. */
  mostAtOnce: number;
  /** Called with a best result that could not be made. */
  onFailure: (requestId: string, error: unknown) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** Of about the size that searched results have. */
const quality = 75;

/** After a failure the next attempt waits so long, since each request of a draft would make one. */
const pauseMs = 60_000;

/** Failures that are remembered. */
const mostFailures = 10_000;

/** Best results that wait. What is beyond them begins with a later request for its draft. */
const mostWaiting = 1000;

export const createDrafts = (parts: DraftParts): Drafts => {
  const { make, outputs, singleFlight, closing, mostAtOnce, onFailure, now } = parts;
  /** When the best result could not be made, by key; the oldest first. */
  const failures = new Map<string, number>();

  const noteFailure = (key: string): void => {
    failures.delete(key);
    failures.set(key, now());
    const [oldest] = failures.keys();
    if (failures.size > mostFailures && oldest !== undefined) failures.delete(oldest);
  };

  const makeBest = async (work: Work): Promise<void> => {
    const { key, requestId } = work;
    try {
      const way = { kind: 'best' } as const;
      const made = await singleFlight.run(key, closing, (signal) => make(work, signal, way));
      // One that load made worse is not kept.
      if (made.key === key) failures.delete(key);
      else noteFailure(key);
    } catch (error) {
      noteFailure(key);
      if (!closing.aborted) onFailure(requestId, error);
    }
  };

  /** Of which the best result is to be made, by key; the oldest first. */
  const waiting = new Map<string, Work>();
  let running = 0;

  const makeWaiting = async (): Promise<void> => {
    if (running >= mostAtOnce) return;
    running += 1;
    for (const [key, work] of waiting) {
      waiting.delete(key);
      if (!closing.aborted) await makeBest(work);
    }
    running -= 1;
  };

  const begin = (work: Work): void => {
    waiting.set(work.key, work);
    void makeWaiting();
  };

  const mayBegin = ({ key }: Work): boolean =>
    !closing.aborted &&
    waiting.size < mostWaiting &&
    !waiting.has(key) &&
    !singleFlight.isUnderWay(key) &&
    now() - (failures.get(key) ?? -pauseMs) >= pauseMs;

  return async (work, signal) => {
    const { account } = work;
    const key = unsharedKey(work.key, 'draft');
    const known = await outputs.openResult(key, account.id);
    const way = { kind: 'draft', key, quality } as const;
    const made =
      known === undefined
        ? await singleFlight.run(key, signal, (shared) => make(work, shared, way))
        : { key, isShared: true };
    const lease = known ?? (await outputs.openResult(made.key, account.id));
    if (lease === undefined) throw evictedAtOnce();
    const isDegraded = made.key !== work.key;
    if (isDegraded && mayBegin(work)) begin(work);
    return { ...lease, isNew: !made.isShared, isDegraded };
  };
};
