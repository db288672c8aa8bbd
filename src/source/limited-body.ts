import type { IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import { ServiceError, SourceAway } from '../errors.ts';
import type { Deadline } from './deadline.ts';
import type { Overhead } from './overhead.ts';

/**
 * The response's body, without its content coding, as a stream that ends only when all of it has arrived. It
 * releases `deadline`. It fails with `too_large` beyond `maxBytes`, with its coding or without (at once where
 * Content-Length exceeds it), `source_not_found` when the connection closes early, the coding is damaged or `overhead`
 * finds a problem, or the reason of the deadline's signal. Destroying it closes the connection.
 */
export const limitedBody = (
  response: IncomingMessage,
  { maxBytes, deadline, overhead }: BodyLimits,
): Readable => {
  checkLength(response, maxBytes);
  const decoder = decoderOf(response);
  const body = createLimiter(maxBytes);
  const abort = () => body.destroy(deadline.signal.reason);
  deadline.signal.addEventListener('abort', abort, { once: true });
  body.once('close', () => {
    deadline.release();
    response.destroy();
    decoder?.destroy();
  });
  // The caller may not listen yet. The stream also reports its error to later listeners.
  body.on('error', () => {});

  let arrivedBytes = 0;
  response.on('data', (chunk: Buffer) => {
    overhead.bodyRead(chunk.length);
    arrivedBytes += chunk.length;
    // What a coding has without any bytes in it, such as empty blocks, may have no end.
    if (arrivedBytes > maxBytes) body.destroy(tooLarge(maxBytes, 'more'));
  });
  // `pipe` forwards neither errors nor an early close.
  finished(response, (cause) => {
    if (cause) body.destroy(overhead.problem() ?? truncated(cause));
  });
  if (decoder === undefined) return response.pipe(body);
  decoder.on('error', (cause) => body.destroy(damaged(cause)));
  return response.pipe(decoder).pipe(body);
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
    `The source file is too large: at most ${maxBytes} bytes (limits.uploadBytes) are accepted, got ${came}.`,
  );

const truncated = (cause: unknown): ServiceError =>
  new SourceAway('Connection closed before the whole file arrived', cause);

const damaged = (cause: unknown): ServiceError =>
  new ServiceError('source_not_found', 'Server sent a compressed body that is damaged', { cause });

/** 8 MB, the most that a content coding may need (RFC 9659). */
const zstdWindowLog = 23;

/** By content coding (RFC 9110 section 8.4.1, RFC 8878). `createUnzip` tells gzip and zlib apart by their first bytes. */
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
};

/**
 * What takes the content coding off a body, or `undefined` where it has none. Servers send codings although
 * `identity` is requested. Names that say nothing of the bytes, such as `utf-8`, `none` or `aws-chunked`, are ignored, as
 * browsers do. Two compressions of one body are refused, for each multiplies the bytes.
 * @throws ServiceError `source_not_found`.
 */
const decoderOf = ({ headers }: IncomingMessage): Transform | undefined => {
  const codings = (headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => Object.hasOwn(decoders, coding));
  if (codings.length > 1) {
    throw new ServiceError('source_not_found', 'Server compressed the body more than once');
  }
  return decoders[codings[0] ?? '']?.();
};
