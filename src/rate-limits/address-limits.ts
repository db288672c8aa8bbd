import { ServiceError } from '../errors.ts';

/** How often each client without an account may ask for one thing. */
export type AddressLimits = Readonly<{
  /**
   * Resolves when `client`, an address or a network, may make one more request. Rejects with
   * `rate_limit_exceeded` and the seconds until it may again; refused requests do not prolong that.
   */
  take: (client: string) => Promise<void>;
}>;

export type AddressLimitsOptions = Readonly<{
  /** Requests of one client in `windowSeconds` (1 or more). */
  requests: number;
  windowSeconds: number;
  /** What clients are told of the limit; ends with a full stop. */
  message: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Clients told apart in one window: further ones share one count, so that memory stays bounded. */
  maxClients?: number;
}>;

/** Whoever is one too many to have a count of its own. */
const others = 'others';

/** Limits in this process's memory. All clients have the same window, so one number each is kept. */
export const createAddressLimits = ({
  requests,
  windowSeconds,
  message,
  now,
  maxClients = 100_000,
}: AddressLimitsOptions): AddressLimits => {
  const counts = new Map<string, number>();
  let startedAt = now();

  /** Seconds until the window is over; begins a new one where it is. */
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
    if (count >= requests)
      throw new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds });
    counts.set(counted, count + 1);
  };

  return { take };
};
