import type { IncomingMessage } from 'node:http';
import { Transform, finished } from 'node:stream';
import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import type { Deadline } from './deadline.ts';
import type { Overhead } from './overhead.ts';

/**
 * The response's body as a stream that ends only when all of it has arrived. It releases `deadline`. It fails
 * with `too_large` beyond `maxBytes` (at once where Content-Length exceeds it), `source_not_found` when the
 * connection closes early or `overhead` finds a problem, or the reason of the deadline's signal. Destroying
 * it closes the connection.
 */
export const limitedBody = (
  response: IncomingMessage,
  { maxBytes, deadline, overhead }: BodyLimits,
): Readable => {
  checkLength(response, maxBytes);
  const body = createLimiter(maxBytes);
  const abort = () => body.destroy(deadline.signal.reason);
  deadline.signal.addEventListener('abort', abort, { once: true });
  body.once('close', () => {
    deadline.release();
    response.destroy();
  });
  // The caller may not listen yet. The stream also reports its error to later listeners.
  body.on('error', () => {});

  response.on('data', (chunk: Buffer) => overhead.bodyRead(chunk.length));
  // `pipe` forwards neither errors nor an early close.
  finished(response, (cause) => {
    if (cause) body.destroy(overhead.problem() ?? truncated(cause));
  });
  return response.pipe(body);
};

type BodyLimits = Readonly<{ maxBytes: number; deadline: Deadline; overhead: Overhead }>;

const checkLength = (response: IncomingMessage, maxBytes: number): void => {
  const contentLength = Number(response.headers['content-length'] ?? 0);
  if (contentLength > maxBytes) throw tooLarge(maxBytes, `${contentLength}`);
};

const createLimiter = (maxBytes: number): Transform => {
  let receivedBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) callback(tooLarge(maxBytes, 'more'));
      else callback(null, chunk);
    },
  });
};

const tooLarge = (maxBytes: number, came: string): ServiceError =>
  new ServiceError(
    'too_large',
    `The source file is too large: at most ${maxBytes} bytes are accepted, got ${came}.`,
  );

const truncated = (cause: unknown): ServiceError =>
  new ServiceError('source_not_found', 'Connection closed before the whole file arrived', {
    cause,
  });
