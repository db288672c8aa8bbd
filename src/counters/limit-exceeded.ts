import { ServiceError } from '../errors.ts';
import { nextMonthStart } from './month.ts';

/** The error for an addition at `time` (milliseconds since 1970) that would exceed the monthly limit. */
export const limitExceeded = (time: number): ServiceError =>
  new ServiceError('monthly_limit_exceeded', 'Your monthly limit has been exceeded.', {
    retryAfterSeconds: Math.ceil((nextMonthStart(time) - time) / 1000),
  });
