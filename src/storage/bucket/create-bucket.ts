import type { Readable } from 'node:stream';
import { type Bucket, bucketAway } from '../../bucket.ts';
import { type Failure, timeoutFailure } from '../failures.ts';
import { withRetries } from '../retry.ts';
import { type BucketClient, BucketFailure } from './client.ts';
import { isOther, readAs, writeInto } from './received.ts';
import type { BucketSettings } from './settings.ts';

/** One object sent or fetched, all attempts together. `code`: the storage's own, where it failed. */
export type BucketCall = Readonly<{
  operation: 'put' | 'read' | 'fetch';
  outcome: 'done' | 'missing' | 'failed' | 'aborted';
  ms: number;
  attempts: number;
  code: string | undefined;
}>;

export type BucketOptions = Pick<BucketSettings, 'prefix' | 'deadlineSeconds' | 'attempts'> &
  Readonly<{ client: BucketClient; onCall: (call: BucketCall) => void }>;

/** Longest wait for more bytes, so that a storage that stops responding can be tried again within the deadline. */
export const silenceMsOf = ({
  deadlineSeconds,
  attempts,
}: Pick<BucketSettings, 'deadlineSeconds' | 'attempts'>): number =>
  (deadlineSeconds * 1000) / Math.min(attempts + 1, 4);

/** A bucket whose requests have a deadline, and are repeated within it. */
export const createBucket = (options: BucketOptions): Bucket => {
  const { client, prefix, deadlineSeconds, attempts: most, onCall } = options;
  const silenceMs = silenceMsOf(options);

  /** `work` is done again where it rejects with a `BucketFailure` that another attempt may make good. */
  const call = async <T>(
    operation: BucketCall['operation'],
    work: (signal: AbortSignal) => Promise<T>,
    given?: AbortSignal,
  ): Promise<T> => {
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(deadlineSeconds * 1000);
    const signal = given === undefined ? deadline : AbortSignal.any([given, deadline]);
    let result: T | undefined;
    const attempt = async (ended: AbortSignal): Promise<Failure | undefined> => {
      try {
        result = await work(ended);
        return undefined;
      } catch (error) {
        if (error instanceof BucketFailure) return error.failure;
        throw error;
      }
    };
    const tried = await withRetries(attempt, { most, signal });
    const { attempts } = tried;
    const failure =
      tried.failure !== undefined && deadline.aborted
        ? timeoutFailure(deadlineSeconds, false)
        : tried.failure;
    const report = (outcome: BucketCall['outcome']): void =>
      onCall({
        ...{ operation, outcome, attempts, code: failure?.code },
        ms: Math.round(performance.now() - startedAt),
      });
    if (failure === undefined) {
      report(result === 'missing' ? 'missing' : 'done');
      return result as T;
    }
    report(given?.aborted === true ? 'aborted' : 'failed');
    given?.throwIfAborted();
    throw bucketAway(new BucketFailure(failure));
  };

  const get = (name: string, signal: AbortSignal): Promise<Readable | undefined> =>
    client.get(prefix + name, signal);

  return {
    put: async (name, body, { isNew = false, signal } = {}) => {
      const send = (ended: AbortSignal) =>
        client.put(prefix + name, body, { isNew, signal: ended });
      await call('put', send, signal);
    },
    read: (name, maxBytes, parse) =>
      unlessOther(
        call('read', async (signal) => {
          const stream = await get(name, signal);
          if (stream === undefined) return 'missing';
          return readAs(parse, stream, { maxBytes, silenceMs, signal });
        }),
      ),
    fetch: (name, into) =>
      unlessOther(
        call('fetch', async (signal) => {
          const stream = await get(name, signal);
          if (stream === undefined) return 'missing';
          await writeInto(stream, into, { maxBytes: into.bytes, silenceMs, signal });
          return 'whole';
        }),
      ),
    close: client.close,
  };
};

const unlessOther = async <T>(asked: Promise<T>): Promise<T | 'other'> => {
  try {
    return await asked;
  } catch (error) {
    if (isOther(error)) return 'other';
    throw error;
  }
};
