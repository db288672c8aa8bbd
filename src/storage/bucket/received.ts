import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemCodeOf } from '../../errors.ts';
import { connectionFailure, type Failure, timeoutFailure } from '../failures.ts';
import { StorageFailure } from '../object-client.ts';

export type Receiving = Readonly<{
  maxBytes: number;
  /** Longest wait for more bytes. */
  silenceMs: number;
  signal: AbortSignal;
}>;

/** What `parse` gives for the bytes of an object. Rejects with `StorageFailure`, also where `parse` throws. */
export const readAs = async <T>(
  parse: (bytes: Buffer) => T,
  stream: Readable,
  receiving: Receiving,
): Promise<T> => {
  const pieces: Buffer[] = [];
  for await (const piece of received(stream, receiving)) pieces.push(piece);
  try {
    return parse(Buffer.concat(pieces));
  } catch (error) {
    throw new StorageFailure(otherBytes, error);
  }
};

/**
 * Writes an object to a new file. Rejects with `StorageFailure`, also when it has other bytes, and with the system
 * error when the file cannot be written. Then there is no file.
 */
export const writeInto = async (
  stream: Readable,
  { path, bytes, sha256 }: Readonly<{ path: string; bytes: number; sha256: string }>,
  receiving: Receiving,
): Promise<void> => {
  const hash = createHash('sha256');
  let written = 0;
  const checked = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of received(stream, receiving)) {
      hash.update(piece);
      written += piece.length;
      yield piece;
    }
    if (written !== bytes || hash.digest('hex') !== sha256) throw new StorageFailure(otherBytes);
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(checked, file);
  } catch (error) {
    // A stream that is destroyed before it is open still makes its file.
    if (!file.closed) await new Promise<void>((resolve) => void file.once('close', resolve));
    await rm(path, { force: true });
    throw error;
  }
};

/** Perhaps only on their way here, so that another attempt may help. */
export const otherBytes: Failure = {
  kind: 'failed',
  code: 'OtherBytes',
  sentence: 'The object is not what was stored.',
  isRetryable: true,
};

/** The pieces of a stream, which is destroyed at the end. */
const received = async function* (
  stream: Readable,
  { maxBytes, silenceMs, signal }: Receiving,
): AsyncGenerator<Buffer> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silenceMs);
  addAbortSignal(AbortSignal.any([signal, silent.signal]), stream);
  let bytes = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      timer.refresh();
      bytes += piece.length;
      if (bytes > maxBytes) throw new StorageFailure(otherBytes);
      yield piece;
    }
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(
      silent.signal.aborted
        ? timeoutFailure(silenceMs / 1000, true)
        : connectionFailure(systemCodeOf(error) ?? 'cut'),
    );
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
};
