import { setTimeout } from 'node:timers/promises';
import { type Failure, timeoutFailure } from './failures.ts';
import { StorageFailure } from './object-client.ts';

/** All attempts together. */
export type AttemptsReport<T> = Readonly<{
  ms: number;
  attempts: number;
  /** What the last attempt gave; undefined when it failed. */
  result: T | undefined;
  /** Undefined when the last attempt succeeded. */
  failure: Failure | undefined;
}>;

type AttemptsOptions<T> = Readonly<{
  most: number;
  /** Of all attempts together. */
  deadlineSeconds: number;
  /** Aborts when the result is not needed any more. */
  signal?: AbortSignal | undefined;
  firstPauseMs?: number;
  /** Called at the end, unless `attempt` rejected with another error than `StorageFailure`. */
  onEnd: (report: AttemptsReport<T>) => void;
}>;

/**
 * What the first attempt gives that does not fail. Failures that may pass are followed by another attempt, until `most`
 * have been made, the deadline has passed or `signal` aborts, also in a pause. Pauses double, with random jitter of up
 * to half, so that clients do not retry together.
 * Rejects with `StorageFailure`, a timeout where the deadline ended the last attempt; with the reason of `signal`; and
 * at once with any other error of an attempt.
 */
export const attempts = async <T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { most, deadlineSeconds, signal: given, firstPauseMs = 200, onEnd }: AttemptsOptions<T>,
): Promise<T> => {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(deadlineSeconds * 1000);
  const signal = AbortSignal.any(given === undefined ? [deadline] : [given, deadline]);
  for (let made = 1; ; made += 1) {
    const { result, failure } = await outcomeOf(attempt(signal));
    const isLast = failure?.isRetryable !== true || made >= most;
    const pauseMs = firstPauseMs * 2 ** (made - 1) * (0.5 + Math.random() / 2);
    if (!isLast) await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
    if (!isLast && !signal.aborted) continue;
    const isLate = failure !== undefined && deadline.aborted;
    const told = isLate ? timeoutFailure(deadlineSeconds, false) : failure;
    const ms = Math.round(performance.now() - startedAt);
    onEnd({ ms, attempts: made, result, failure: told });
    if (told === undefined) return result as T;
    given?.throwIfAborted();
    throw new StorageFailure(told);
  }
};

const outcomeOf = async <T>(
  attempt: Promise<T>,
): Promise<Readonly<{ result?: T; failure?: Failure }>> => {
  try {
    return { result: await attempt };
  } catch (error) {
    if (error instanceof StorageFailure) return { failure: error.failure };
    throw error;
  }
};
