import { ServiceError } from '../errors.ts';

/** Seconds after which another attempt may succeed. */
const retryAfterSeconds = 5;

/** How a script refuses a Redis without the data that were in it; see `State.expectData`. */
export const goneCode = 'DATAGONE';

/** Whether a call was refused because data that were in Redis are gone. */
export const isDataGone = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.cause instanceof Error &&
  error.cause.message.startsWith(goneCode);

/** The error for clients while accounts and counts cannot be reached, or cannot be written. */
export const stateAway = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'Accounts and counts cannot be reached. Try again later.', {
    cause,
    retryAfterSeconds,
  });
