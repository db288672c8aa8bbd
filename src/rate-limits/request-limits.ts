import { type AddressLimits, createAddressLimits } from './address-limits.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

export type RequestLimits = Readonly<{
  /** Of accounts. */
  rateLimits: RateLimits;
  /** Of those who ask whether there is a key, and of those who ask for one; by address. */
  keyChecks: AddressLimits;
  registrations: AddressLimits;
}>;

/** All limits on how often somebody may ask. */
export const createRequestLimits = ({
  keyChecksPerMinute,
  attemptsPerHour,
  now,
}: Readonly<{
  keyChecksPerMinute: number;
  attemptsPerHour: number;
  now: () => number;
}>): RequestLimits => ({
  rateLimits: createRateLimits(),
  keyChecks: createAddressLimits({
    requests: keyChecksPerMinute,
    windowSeconds: 60,
    message: 'Too many keys were asked about from your address. Leave more time between requests.',
    now,
  }),
  registrations: createAddressLimits({
    requests: attemptsPerHour,
    windowSeconds: 3600,
    message: 'Too many accounts were asked for from your address. Try again later.',
    now,
  }),
});
