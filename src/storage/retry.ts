import { setTimeout } from 'node:timers/promises';
import type { Failure } from './failures.ts';

/** One attempt at an upload. Resolves with the failure; undefined when it succeeded. */
export type Attempt = (signal: AbortSignal) => Promise<Failure | undefined>;

export type RetryResult = Readonly<{ attempts: number; failure: Failure | undefined }>;

/**
 * Makes at most `most` attempts, until one succeeds, one fails with an error that is not retryable, or
 * `signal` aborts, also in a pause. Pauses double, with random jitter of up to half, so that clients do not retry together.
 */
export const withRetries = async (
  attempt: Attempt,
  {
    most,
    signal,
    firstPauseMs = 200,
  }: Readonly<{ most: number; signal: AbortSignal; firstPauseMs?: number }>,
): Promise<RetryResult> => {
  for (let attempts = 1; ; attempts += 1) {
    const failure = await attempt(signal);
    const isLast = failure?.isRetryable !== true || attempts >= most;
    if (isLast || signal.aborted) return { attempts, failure };
    const pauseMs = firstPauseMs * 2 ** (attempts - 1) * (0.5 + Math.random() / 2);
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { attempts, failure };
  }
};
