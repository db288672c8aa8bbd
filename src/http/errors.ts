import { isDiskFull, isMachineFault, ServiceError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { Context, Middleware } from './context.ts';
import { respondWithError } from './respond.ts';
import { streamOf } from './server/connection-of.ts';
import { closeWhenEnded, dropBody, type UnreadBodyLimits } from './body/unread-body.ts';

export type ErrorBoundaryOptions = Readonly<{
  log: Log;
  /** Answers with the error; with JSON by default. */
  respond?: (ctx: Context, error: ServiceError) => void;
}>;

/**
 * Answers every error, also the router's statuses without a body. An error that is not a `ServiceError` is logged
 * with its stack, and the client gets one sentence with the request's id.
 */
export const errorBoundary =
  ({ log, respond = respondWithError }: ErrorBoundaryOptions): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status >= 400 && ctx.body == null) respond(ctx, bareStatusOf(ctx));
    } catch (error) {
      // The client has disconnected.
      if (ctx.state.gone.aborted) {
        ctx.state.notes['aborted'] = 'client gone';
        return;
      }
      const known = asServiceError(error, ctx, log);
      respond(ctx, known);
      endIfLate(ctx, known);
    }
  };

/** For an answer that takes its time although `error` ended the reading of the body: what to do with the rest meanwhile. */
export const leaveBody = (ctx: Context, error: ServiceError, limits: UnreadBodyLimits): void => {
  endIfLate(ctx, error);
  dropBody(ctx, limits);
};

/** Closes the connection of a body that arrived too slowly, instead of waiting for it (RFC 9110, section 15.5.9). */
const endIfLate = (ctx: Context, { code }: ServiceError): void => {
  if (code !== 'request_timeout') return;
  const stream = streamOf(ctx.req);
  if (stream === undefined) ctx.set('Connection', 'close');
  else stream.once('finish', () => closeWhenEnded(stream));
};

const bareStatusOf = (ctx: Context): ServiceError =>
  ctx.status === 404
    ? new ServiceError('not_found', 'There is nothing at this path.')
    : new ServiceError('method_not_allowed', `This path does not take ${ctx.method}.`);

/**
 * The error for the client. What is not a `ServiceError` is logged with its stack, and becomes `internal` with the
 * request's id.
 */
export const asServiceError = (thrown: unknown, ctx: Context, log: Log): ServiceError => {
  const { requestId, notes } = ctx.state;
  const error = passingOf(thrown) ?? thrown;
  if (error instanceof ServiceError) {
    notes['error'] = error.code;
    notes['message'] = error.message;
    if (error.isFault || isMachineFault(error.cause))
      log.error({ requestId, err: error }, 'failed');
    if (error.code !== 'internal') return error;
  } else log.error({ requestId, err: error }, 'failed');
  notes['error'] = 'internal';
  return new ServiceError('internal', `The service failed. Request id: ${requestId}`);
};

/** What passes when a disk has room again or is back, or other requests have ended. */
const passingOf = (cause: unknown): ServiceError | undefined => {
  if (isDiskFull(cause))
    return new ServiceError('storage_full', 'The disk of the service is full. Try again later.', {
      cause,
    });
  const details = { cause, retryAfterSeconds: 5, isFault: true };
  return isMachineFault(cause)
    ? new ServiceError(
        'unavailable',
        'The service cannot use its files, or is short of processes or memory. Try again later.',
        details,
      )
    : undefined;
};
