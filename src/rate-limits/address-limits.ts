import { type ErrorReason, ServiceError } from '../errors.ts';

/** How often each client without an account may make one kind of request. */
export type AddressLimits = Readonly<{
  /**
   * Resolves when `client`, an address or a network, may make one more request. Rejects with
   * `rate_limit_exceeded` and the seconds until it may again. Refused requests do not prolong that.
   */
  take: (client: string) => Promise<void>;
}>;

/** Limits of requests of which some turn out not to count. */
export type RefundableLimits = AddressLimits &
  Readonly<{
    /** Undoes one `take` of `client` in the present window. */
    giveBack: (client: string) => void;
  }>;

export type AddressLimit = Readonly<{
  /** Requests of one client in `windowSeconds` (1 or more). */
  requests: number;
  windowSeconds: number;
  /** The message of the error. It ends with a full stop. */
  message: string;
  /** What people read of it. */
  reason?: ErrorReason;
}>;

/** Makes one kind of limits. No two kinds have the same name. */
export type CreateAddressLimits = (name: string, limit: AddressLimit) => RefundableLimits;

type AddressLimitsOptions = AddressLimit &
  Readonly<{
    /** Milliseconds since 1970. */
    now: () => number;
    /** Clients with a count of their own in one window. Further ones share one count, so that memory stays bounded. */
    maxClients?: number;
  }>;

/** The name of the count that further clients share. */
const others = 'others';

/** Limits in the memory of this process. All clients have the same window, so each needs one number only. */
export const createAddressLimits = ({
  now,
  maxClients = 100_000,
  ...limit
}: AddressLimitsOptions): RefundableLimits => {
  const { requests, windowSeconds } = limit;
  const counts = new Map<string, number>();
  let startedAt = now();

  /** Seconds until the window ends. Begins a new window where it has ended. */
  const secondsLeft = (): number => {
    const passedMs = now() - startedAt;
    // A clock that was set back would prolong the window.
    if (passedMs >= 0 && passedMs < windowSeconds * 1000) return windowSeconds - passedMs / 1000;
    counts.clear();
    startedAt = now();
    return windowSeconds;
  };

  const take: AddressLimits['take'] = async (client) => {
    const retryAfterSeconds = secondsLeft();
    const counted = counts.has(client) || counts.size < maxClients ? client : others;
    const count = counts.get(counted) ?? 0;
    if (count >= requests) refuseTooMany(limit, retryAfterSeconds);
    counts.set(counted, count + 1);
  };

  const giveBack: RefundableLimits['giveBack'] = (client) => {
    const counted = counts.has(client) ? client : others;
    const count = counts.get(counted) ?? 0;
    if (count > 1) counts.set(counted, count - 1);
    else counts.delete(counted);
  };

  return { take, giveBack };
};

/** All kinds of limits in the memory of this process. `now`: milliseconds since 1970. */
export const memoryAddressLimits =
  (now: () => number): CreateAddressLimits =>
  (_name, limit) =>
    createAddressLimits({ ...limit, now });

/** @throws ServiceError `rate_limit_exceeded`. */
export const refuseTooMany = (
  { message, reason }: AddressLimit,
  retryAfterSeconds: number,
): never => {
  throw new ServiceError('rate_limit_exceeded', message, {
    retryAfterSeconds,
    ...(reason !== undefined && { reason }),
  });
};
