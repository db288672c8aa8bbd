import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../../errors.ts';
import { attempts } from '../attempts.ts';
import type { Failure } from '../failures.ts';
import { StorageFailure } from '../object-client.ts';
import { createCalm } from './calm.ts';

/** What an error of a client library says. */
export type Refusal = Readonly<{
  /** Of the answer; undefined where there was none. */
  status: number | undefined;
  failure: Failure;
}>;

export type Ask = <T>(
  right: string,
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
  /** What the status of a refusal means; undefined: it is an error. */
  meaning?: (status: number) => T | undefined,
) => Promise<T>;

const most = 10;
const deadlineSeconds = 600;

/**
 * Makes requests to one account: those that may pass later are repeated, and all wait where the storage is asked too
 * often. `right` is what the credentials need, for the error where they do not have it.
 */
export const createAsk = (refusalOf: (error: unknown) => Refusal): Ask => {
  const calm = createCalm();

  return (right, given, request, meaning) => {
    const attempt = async (signal: AbortSignal): ReturnType<typeof request> => {
      await calm.wait(signal);
      try {
        const answer = await request(signal);
        calm.answered();
        return answer;
      } catch (error) {
        given.throwIfAborted();
        // Of the file that is read or written.
        if (isDiskFull(error) || (error instanceof Error && 'path' in error)) throw error;
        const { status, failure } = refusalOf(error);
        const meant = status === undefined ? undefined : meaning?.(status);
        if (meant !== undefined) return meant;
        if (status === 429 || status === 503) calm.slowDown();
        throw new StorageFailure(status === 403 ? withRight(failure, right) : failure, error);
      }
    };
    return attempts(attempt, { most, deadlineSeconds, signal: given, onEnd: () => undefined });
  };
};

/** Writes a body to a file. Rejects where it breaks off, so that another attempt follows. */
export const writeWhole = async (
  body: Readable,
  { path, bytes }: Readonly<{ path: string; bytes: number }>,
  signal: AbortSignal,
): Promise<void> => {
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(body, file, { signal });
  if (file.bytesWritten !== bytes) throw new Error(`${file.bytesWritten} bytes came of ${bytes}`);
};

const withRight = (failure: Failure, right: string): Failure => ({
  ...failure,
  // The answer to a HEAD has no body, and so no code.
  ...(failure.code === 'Unknown' && { code: 'AccessDenied' }),
  sentence: `The credentials do not permit it. They need ${right}.`,
});
