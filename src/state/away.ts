import { ServiceError } from '../errors.ts';

/** Seconds after which another attempt may succeed. */
const retryAfterSeconds = 5;

/** The error for clients while accounts and counts cannot be reached, or cannot be written. */
export const stateAway = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'Accounts and counts cannot be reached. Try again later.', {
    cause,
    retryAfterSeconds,
  });
