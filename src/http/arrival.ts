import { PassThrough, type Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';

/** How fast a request's body has to arrive: the mean of each window of `windowMs`. 0 bytes: as slow as it likes. */
export type ArrivalRate = Readonly<{ bytesPerSecond: number; windowMs: number }>;

/** The rate that the limits of the configuration say. */
export const arrivalRateOf = (
  limits: Readonly<{ bodyBytesPerSecond: number; bodyWindowSeconds: number }>,
): ArrivalRate => ({
  bytesPerSecond: limits.bodyBytesPerSecond,
  windowMs: limits.bodyWindowSeconds * 1000,
});

/**
 * The body of `request` as a stream of its own: whoever gives up on it, as on an image that is too
 * large, destroys the stream but not the connection that the answer needs. It fails with
 * `request_timeout` when it arrives more slowly than `rate`.
 */
export const arrivingBody = (request: Readable, rate: ArrivalRate): Readable => {
  const body = new PassThrough();
  // Whoever reads it learns of a failure; until somebody does, it must not count as unhandled.
  body.on('error', () => undefined);
  request.once('error', (error) => body.destroy(error));
  if (rate.bytesPerSecond > 0) watchArrival(request, body, rate);
  return request.pipe(body);
};

const watchArrival = (request: Readable, body: PassThrough, rate: ArrivalRate): void => {
  let arrived = 0;
  const watch = setInterval(() => {
    // Not its client's fault while we do not read on.
    const isBackedUp = body.writableNeedDrain;
    if (!isBackedUp && arrived < leastBytes(rate)) body.destroy(tooSlow(rate));
    arrived = 0;
  }, rate.windowMs);
  const stop = (): void => clearInterval(watch);
  request.on('data', (chunk: Buffer) => (arrived += chunk.length));
  request.once('end', stop);
  body.once('close', stop);
};

const leastBytes = ({ bytesPerSecond, windowMs }: ArrivalRate): number =>
  (bytesPerSecond * windowMs) / 1000;

/**
 * What `read` resolves with, for a body of at most `maxBytes` that is read as a whole.
 * @throws ServiceError `request_timeout` when it takes longer than so many bytes may at `rate`.
 */
export const readInTime = async <T>(
  read: Promise<T>,
  maxBytes: number,
  rate: ArrivalRate,
): Promise<T> => {
  if (rate.bytesPerSecond === 0) return read;
  const longestMs = rate.windowMs + (maxBytes / rate.bytesPerSecond) * 1000;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(rate)), longestMs);
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
};

const tooSlow = ({ bytesPerSecond }: ArrivalRate): ServiceError =>
  new ServiceError(
    'request_timeout',
    `The request's body arrives too slowly: at least ${bytesPerSecond} bytes a second are expected.`,
  );
