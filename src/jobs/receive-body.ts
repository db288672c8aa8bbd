import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { type HashedFile, writeHashedFile } from './hashed-file.ts';

/**
 * Streams an upload to a new file.
 * @throws ServiceError `input_missing` when nothing came, `too_large` past `maxBytes`; the signal's
 * reason when it aborts.
 */
export const receive = async (
  body: Readable,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HashedFile> => {
  const check = (bytes: number): void => {
    if (bytes > maxBytes) throw tooLarge(maxBytes, `more than ${maxBytes}`);
  };
  const received = await writeHashedFile(body, path, check, signal);
  if (received.bytes === 0) throw new ServiceError('input_missing', 'Input file is empty.');
  return received;
};

const tooLarge = (maxBytes: number, came: string): ServiceError =>
  new ServiceError('too_large', `The image may have at most ${maxBytes} bytes, got ${came}.`);
