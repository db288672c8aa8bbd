import type { Readable } from 'node:stream';
import { type Bucket, bucketAway } from '../../bucket.ts';
import { attempts, type AttemptsReport } from '../attempts.ts';
import { type ObjectClient, StorageFailure } from '../object-client.ts';
import { otherBytes, readAs, type Receiving, writeInto } from './received.ts';
import type { BucketSettings } from './settings.ts';

/** One object sent or fetched, all attempts together. `code`: the storage's own, where it failed. */
export type BucketCall = Readonly<{
  operation: 'put' | 'read' | 'fetch';
  outcome: 'done' | 'missing' | 'failed' | 'aborted';
  ms: number;
  attempts: number;
  code: string | undefined;
}>;

type BucketOptions = Pick<BucketSettings, 'prefix' | 'deadlineSeconds' | 'attempts'> &
  Readonly<{ client: ObjectClient; onCall: (call: BucketCall) => void; close: () => void }>;

/** Longest wait for more bytes, so that a storage that stops responding can be tried again within the deadline. */
export const silenceMsOf = ({
  deadlineSeconds,
  attempts: most,
}: Pick<BucketSettings, 'deadlineSeconds' | 'attempts'>): number =>
  (deadlineSeconds * 1000) / Math.min(most + 1, 4);

/** A bucket whose requests have a deadline, and are repeated within it. */
export const createBucket = (options: BucketOptions): Bucket => {
  const { client, prefix, deadlineSeconds, attempts: most, onCall, close } = options;
  const silenceMs = silenceMsOf(options);

  const call = async <T>(
    operation: BucketCall['operation'],
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | 'other'> => {
    const onEnd = ({ ms, attempts: made, result, failure }: AttemptsReport<T>): void => {
      const done = result === 'missing' ? 'missing' : 'done';
      const failed = signal?.aborted === true ? 'aborted' : 'failed';
      const outcome = failure === undefined ? done : failed;
      onCall({ operation, outcome, ms, attempts: made, code: failure?.code });
    };
    try {
      return await attempts(work, { most, deadlineSeconds, signal, onEnd });
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      // All attempts gave other bytes than were stored.
      if (error.failure === otherBytes) return 'other';
      throw bucketAway(error);
    }
  };

  const get = <T>(
    operation: 'read' | 'fetch',
    name: string,
    maxBytes: number,
    receive: (stream: Readable, receiving: Receiving) => Promise<T>,
  ): Promise<T | 'missing' | 'other'> =>
    call(operation, async (signal) => {
      const stream = await client.get(prefix + name, signal);
      return stream === undefined ? 'missing' : receive(stream, { maxBytes, silenceMs, signal });
    });

  return {
    put: async (name, body, { signal } = {}) => {
      const send = (ended: AbortSignal) => client.put(prefix + name, body, { signal: ended });
      await call('put', send, signal);
    },
    read: (name, maxBytes, parse) =>
      get('read', name, maxBytes, (stream, receiving) => readAs(parse, stream, receiving)),
    fetch: (name, into) =>
      get('fetch', name, into.bytes, async (stream, receiving) => {
        await writeInto(stream, into, receiving);
        return 'whole' as const;
      }),
    close,
  };
};
