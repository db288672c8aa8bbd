import { PassThrough, type Readable } from 'node:stream';
import { ServiceError } from '../../errors.ts';

/**
 * The least rate at which a request's body must arrive, as the mean of each window of `windowMs`. 0 disables
 * the check. The whole body must arrive within `wholeMs`, which Node limits for HTTP/1.1 only.
 */
export type MinRate = Readonly<{ bytesPerSecond: number; windowMs: number; wholeMs: number }>;

/** The rate of the configuration. */
export const minRateOf = (
  limits: Readonly<{
    bodyBytesPerSecond: number;
    bodyWindowSeconds: number;
    requestSeconds: number;
  }>,
): MinRate => ({
  bytesPerSecond: limits.bodyBytesPerSecond,
  windowMs: limits.bodyWindowSeconds * 1000,
  wholeMs: limits.requestSeconds * 1000,
});

/**
 * The body of `request` as a stream of its own. Destroying it does not destroy the connection, which the
 * answer needs. It fails with `request_timeout` when the body arrives more slowly than `rate`.
 */
export const bodyAtMinRate = (request: Readable, rate: MinRate): Readable => {
  const body = new PassThrough();
  // The reader of the stream gets the error. Without a reader it must not count as unhandled.
  body.on('error', () => undefined);
  request.on('error', (error) => body.destroy(error));
  const end = setTimeout(() => body.destroy(tooLong()), rate.wholeMs);
  request.once('end', () => clearTimeout(end));
  body.once('close', () => clearTimeout(end));
  if (rate.bytesPerSecond > 0) watchArrival(request, body, rate);
  return request.pipe(body);
};

const watchArrival = (request: Readable, body: PassThrough, rate: MinRate): void => {
  let arrived = 0;
  const watch = setInterval(() => {
    // The time is not counted while the service does not read, since the client then cannot send.
    const isBackedUp = body.writableNeedDrain;
    if (!isBackedUp && arrived < leastBytes(rate)) body.destroy(tooSlow(rate));
    arrived = 0;
  }, rate.windowMs);
  const stop = (): void => clearInterval(watch);
  request.on('data', (chunk: Buffer) => (arrived += chunk.length));
  request.once('end', stop);
  body.once('close', stop);
};

const leastBytes = ({ bytesPerSecond, windowMs }: MinRate): number =>
  (bytesPerSecond * windowMs) / 1000;

/**
 * Resolves with the result of `read`, for a body of at most `maxBytes`.
 * @throws ServiceError `request_timeout` when it takes longer than `maxBytes` take at `rate`; the reason of
 * `gone` when the client disconnects, which a decompressing reader does not report.
 */
export const readAtMinRate = async <T>(
  read: Promise<T>,
  maxBytes: number,
  rate: MinRate,
  gone: AbortSignal,
): Promise<T> => {
  const slowestMs = rate.windowMs + (maxBytes / rate.bytesPerSecond) * 1000;
  const longestMs = Math.min(rate.bytesPerSecond === 0 ? Infinity : slowestMs, rate.wholeMs);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(rate)), longestMs);
  const leave = (): void => reject(gone.reason);
  gone.addEventListener('abort', leave);
  if (gone.aborted) leave();
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  }
};

const tooLong = (): ServiceError =>
  new ServiceError('request_timeout', 'The request took too long to arrive.');

const tooSlow = ({ bytesPerSecond }: MinRate): ServiceError =>
  new ServiceError(
    'request_timeout',
    `The request's body arrives too slowly: at least ${bytesPerSecond} bytes a second are expected.`,
  );
