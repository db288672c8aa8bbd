import type { Outputs } from '../outputs/output.ts';
import { unsharedKey } from '../service/produce.ts';
import type { Work } from './make.ts';
import type { MakeOnce } from './make-once.ts';

type DraftParts = Readonly<{
  makeOnce: MakeOnce;
  outputs: Pick<Outputs, 'openResult'>;
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

/** Results of which it is known when the next attempt may begin. */
const mostKnown = 10_000;

/** Best results that wait. What is beyond them begins with a later request for its draft. */
const mostWaiting = 1000;

/**
 * Gives a quick result for work of which the best result is not there yet, under a key of its own. The best one is made
 * after it, for later requests. Where the best one of a former time still counts, that is given.
 */
export const createDrafts = (parts: DraftParts): MakeOnce => {
  const { makeOnce, outputs, closing, mostAtOnce, onFailure, now } = parts;
  const waiting: Work[] = [];
  let running = 0;
  /** When the next attempt may begin, by key; never while one waits or runs. The oldest first. */
  const nextAttempts = new Map<string, number>();

  const noteNext = (key: string, time: number): void => {
    nextAttempts.delete(key);
    nextAttempts.set(key, time);
    const [oldest] = nextAttempts.keys();
    if (nextAttempts.size > mostKnown && oldest !== undefined) nextAttempts.delete(oldest);
  };

  const makeBest = async (work: Work): Promise<void> => {
    const { key, requestId } = work;
    let kept: string | undefined;
    try {
      const made = await makeOnce({ ...work, isAfterDraft: true }, closing);
      made.release();
      kept = made.key;
    } catch (error) {
      if (!closing.aborted) onFailure(requestId, error);
    }
    // One that load made worse is kept under another key.
    if (kept === key) nextAttempts.delete(key);
    else noteNext(key, now() + pauseMs);
  };

  const makeWaiting = async (): Promise<void> => {
    if (running >= mostAtOnce) return;
    running += 1;
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
      if (!closing.aborted) await makeBest(work);
    }
    running -= 1;
  };

  const beginBest = (work: Work): void => {
    const isDue = (nextAttempts.get(work.key) ?? 0) <= now();
    if (closing.aborted || !isDue || waiting.length >= mostWaiting) return;
    noteNext(work.key, Infinity);
    waiting.push(work);
    void makeWaiting();
  };

  return async (work, signal) => {
    const key = unsharedKey(work.key, 'draft');
    const known = await outputs.openResult(key, work.account.id);
    const given =
      known === undefined
        ? await makeOnce({ ...work, key, draft: { quality, bestKey: work.key } }, signal)
        : ({ ...known, key, outcome: 'hit' } as const);
    if (given.key !== work.key) beginBest(work);
    return given;
  };
};
