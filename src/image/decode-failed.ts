import { ServiceError } from '../errors.ts';

/** The error for an image of the right type that cannot be read; `message` says what is wrong with it. */
export const decodeFailed = (message: string): ServiceError =>
  new ServiceError('decode_failed', message);
