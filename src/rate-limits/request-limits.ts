import {
  type AddressLimits,
  createAddressLimits,
  type RefundableLimits,
} from './address-limits.ts';
import type { RateLimits } from './rate-limits.ts';

export type RequestLimits = Readonly<{
  /** Requests of each account. */
  rateLimits: RateLimits;
  /** Checks of keys, and requests for new accounts, by address. */
  keyChecks: AddressLimits;
  registrations: AddressLimits;
}>;

/** All rate limits. */
export const createRequestLimits = ({
  rateLimits,
  keyChecksPerMinute,
  attemptsPerHour,
  now,
}: Readonly<{
  rateLimits: RateLimits;
  keyChecksPerMinute: number;
  attemptsPerHour: number;
  now: () => number;
}>): RequestLimits => ({
  rateLimits,
  keyChecks: createAddressLimits({
    requests: keyChecksPerMinute,
    windowSeconds: 60,
    message: 'Too many keys were checked from your address. Leave more time between requests.',
    now,
  }),
  registrations: createAddressLimits({
    requests: attemptsPerHour,
    windowSeconds: 3600,
    message: 'Too many accounts were requested from your address. Try again later.',
    now,
  }),
});

/** Wrong passwords on the pages, by address. */
export const createSignInLimits = ({
  signInAttempts,
  signInWindowSeconds,
  now,
}: Readonly<{
  signInAttempts: number;
  signInWindowSeconds: number;
  now: () => number;
}>): RefundableLimits =>
  createAddressLimits({
    requests: signInAttempts,
    windowSeconds: signInWindowSeconds,
    message: 'Too many wrong passwords came from your address. Try again later.',
    now,
  });
