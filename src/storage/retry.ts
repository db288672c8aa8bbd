import { setTimeout } from 'node:timers/promises';
import type { Failure } from './failures.ts';

/** One attempt at an upload: undefined when it worked. */
export type Attempt = (signal: AbortSignal) => Promise<Failure | undefined>;

export type RetryResult = Readonly<{ attempts: number; failure: Failure | undefined }>;

const firstPauseMs = 200;

/**
 * Makes attempts until one works, fails for good, or `signal` aborts; at most `most`. Pauses double,
 * and are cut by chance to half at least, so that clients who failed together do not return together.
 */
export const withRetries = async (
  attempt: Attempt,
  { most, signal }: { most: number; signal: AbortSignal },
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
