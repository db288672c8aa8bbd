import type { AddressLimits, CreateAddressLimits, RefundableLimits } from './address-limits.ts';
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
  createLimits,
}: Readonly<{
  rateLimits: RateLimits;
  keyChecksPerMinute: number;
  attemptsPerHour: number;
  createLimits: CreateAddressLimits;
}>): RequestLimits => ({
  rateLimits,
  keyChecks: createLimits('keys', {
    requests: keyChecksPerMinute,
    windowSeconds: 60,
    message: 'Too many keys were checked from your address. Leave more time between requests.',
  }),
  registrations: createLimits('registrations', {
    requests: attemptsPerHour,
    windowSeconds: 3600,
    message: 'Too many accounts were requested from your address. Try again later.',
  }),
});

/** Pictures of people without an account, by address. */
export const createDemoLimits = (
  createLimits: CreateAddressLimits,
  { picturesPerHour }: Readonly<{ picturesPerHour: number }>,
): AddressLimits =>
  createLimits('demo', {
    requests: picturesPerHour,
    windowSeconds: 3600,
    message: 'Too many pictures came from your address. Sign in, or try again later.',
    reason: { id: 'demo_used_up' },
  });

/** Wrong passwords on the pages, by address. */
export const createSignInLimits = ({
  signInAttempts,
  signInWindowSeconds,
  createLimits,
}: Readonly<{
  signInAttempts: number;
  signInWindowSeconds: number;
  createLimits: CreateAddressLimits;
}>): RefundableLimits =>
  createLimits('sign-ins', {
    requests: signInAttempts,
    windowSeconds: signInWindowSeconds,
    message: 'Too many wrong passwords came from your address. Try again later.',
  });
