import { setTimeout } from 'node:timers/promises';

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Pauses for all requests to one account of a storage. `random` gives numbers from 0 to below 1, so that several
 * processes do not go on together.
 */
export const createCalm = (random: () => number = Math.random) => {
  let endsAt = 0;
  let pauseMs = firstPauseMs;
  return {
    /** Resolves when no pause is under way. Rejects with the reason of `signal`. */
    wait: async (signal: AbortSignal): Promise<void> => {
      for (let left = endsAt - performance.now(); left > 0; left = endsAt - performance.now()) {
        await setTimeout(left, undefined, { signal });
      }
    },
    /** The storage has answered that it is asked too often: a pause begins, which is longer each time. */
    slowDown: (): void => {
      // Requests that were under way together say it once.
      if (performance.now() < endsAt) return;
      endsAt = performance.now() + pauseMs * (0.5 + random() / 2);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    },
    /** The storage has answered a request: the next pause is half as long. */
    answered: (): void => {
      if (performance.now() >= endsAt) pauseMs = Math.max(pauseMs / 2, firstPauseMs);
    },
  };
};
