import { setTimeout } from 'node:timers/promises';

const [leastPauseMs, mostPauseMs] = [10, 100];
/** Of the time that has passed. Each look costs CPU, often that of a request. */
const pausedShare = 0.02;
/** A guard against waiting for ever. A machine under load may be twenty times slower than an idle one. */
const patienceMs = 30_000;

/** Resolves with the first value that is neither `undefined` nor `false`. Rejects, naming `what`, after `deadlineMs`. */
export const until = async <T>(
  what: string | (() => string),
  look: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = patienceMs,
): Promise<T> => {
  const began = performance.now();
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    const waitedMs = performance.now() - began;
    if (waitedMs > deadlineMs) {
      const named = typeof what === 'string' ? what : what();
      throw new Error(`${named}: not seen within ${deadlineMs} ms`);
    }
    await setTimeout(Math.min(Math.max(leastPauseMs, waitedMs * pausedShare), mostPauseMs));
  }
};
