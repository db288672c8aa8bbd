import { type ErrorReason, ServiceError } from '../errors.ts';
import type { CreateWindows, WindowKind, Windows } from './windows.ts';

/** How many requests each account may make. */
export type RateLimits = Readonly<{
  /**
   * Resolves when the account may make one more request. `requestsPerMinute` is the account's present setting, so a
   * change applies to the next request; null: no limit, and nothing is recorded. Rejects with `rate_limit_exceeded`
   * and the seconds until the account's minute ends.
   */
  take: (accountId: string, requestsPerMinute: number | null) => Promise<void>;
}>;

/** How often each client without an account may make one kind of request. */
export type AddressLimits = Readonly<{
  /**
   * Resolves when `client`, an address or a network, may make one more request. Rejects with `rate_limit_exceeded` and
   * the seconds until it may again.
   */
  take: (client: string) => Promise<void>;
}>;

/** Limits of requests of which some turn out not to count. */
export type RefundableLimits = AddressLimits & Pick<Windows, 'giveBack'>;

type RequestLimits = Readonly<{
  /** Requests of each account. */
  rateLimits: RateLimits;
  /** Checks of keys, and requests for new accounts, by address. */
  keyChecks: AddressLimits;
  registrations: AddressLimits;
}>;

/** Checks of keys in a minute: so few that no key is guessed, and more than a busy site makes of its own. */
const mostKeyChecks = 120;

/** All rate limits of the API. */
export const createRequestLimits = (
  createWindows: CreateWindows,
  {
    keyChecksPerMinute = mostKeyChecks,
    attemptsPerHour,
  }: Readonly<{ keyChecksPerMinute?: number; attemptsPerHour: number }>,
): RequestLimits => ({
  rateLimits: accountLimits(createWindows),
  keyChecks: addressLimits(createWindows, {
    name: 'keys',
    requests: keyChecksPerMinute,
    seconds: 60,
    message: 'Too many keys were checked from your address. Leave more time between requests.',
  }),
  registrations: addressLimits(createWindows, {
    name: 'registrations',
    requests: attemptsPerHour,
    seconds: 3600,
    message: 'Too many accounts were requested from your address. Try again later.',
  }),
});

/** Pictures of people without an account, by address. */
export const createDemoLimits = (
  createWindows: CreateWindows,
  { picturesPerHour }: Readonly<{ picturesPerHour: number }>,
): AddressLimits =>
  addressLimits(createWindows, {
    name: 'demo',
    requests: picturesPerHour,
    seconds: 3600,
    message: 'Too many pictures came from your address. Sign in, or try again later.',
    reason: { id: 'demo_used_up' },
  });

/** Results that are made for addresses of pictures, by the address of the client. */
export const createMissLimits = (
  createWindows: CreateWindows,
  { missesPerMinute }: Readonly<{ missesPerMinute: number }>,
): AddressLimits =>
  addressLimits(createWindows, {
    name: 'misses',
    requests: missesPerMinute,
    seconds: 60,
    message: 'Your address asks for too many new pictures. Leave more time between requests.',
  });

/** Wrong passwords on the pages, by address. */
export const createSignInLimits = (
  createWindows: CreateWindows,
  { signInAttempts }: Readonly<{ signInAttempts: number }>,
): RefundableLimits =>
  addressLimits(createWindows, {
    name: 'sign-ins',
    requests: signInAttempts,
    // So long that guessing is slow, and so short that a person who has mistyped waits for it.
    seconds: 900,
    message: 'Too many wrong passwords came from your address. Try again later.',
  });

/** Right passwords on the pages, by account: each takes as long to hash as a wrong one. */
export const createRightPasswordLimits = (createWindows: CreateWindows): RefundableLimits =>
  addressLimits(createWindows, {
    name: 'right-passwords',
    requests: 30,
    seconds: 60,
    message: 'Too many people signed in to this account. Try again in a minute.',
  });

type AddressLimit = WindowKind &
  Readonly<{
    /** Requests of one client in its window. */
    requests: number;
    /** The message of the error. It ends with a full stop. */
    message: string;
    /** What people read of it. */
    reason?: ErrorReason;
  }>;

const addressLimits = (
  createWindows: CreateWindows,
  { requests, message, reason, ...kind }: AddressLimit,
): RefundableLimits => {
  const { take, giveBack } = createWindows(kind);
  return {
    take: async (client) => {
      const leftMs = await take(client, requests);
      if (leftMs !== undefined) throw tooMany(message, leftMs, reason);
    },
    giveBack,
  };
};

const accountLimits = (createWindows: CreateWindows): RateLimits => {
  const { take } = createWindows({ name: 'accounts', seconds: 60, isDivided: true });
  return {
    take: async (accountId, requestsPerMinute) => {
      if (requestsPerMinute === null) return;
      const leftMs = await take(accountId, requestsPerMinute);
      if (leftMs === undefined) return;
      const limit = requestsPerMinute === 1 ? '1 request' : `${requestsPerMinute} requests`;
      const message = `Your account is limited to ${limit} a minute. Leave more time between requests.`;
      throw tooMany(message, leftMs);
    },
  };
};

const tooMany = (message: string, leftMs: number, reason?: ErrorReason): ServiceError =>
  new ServiceError('rate_limit_exceeded', message, {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
    ...(reason !== undefined && { reason }),
  });
