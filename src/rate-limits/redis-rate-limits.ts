import type { State } from '../state/state.ts';
import { createMemoryMinutes, type Minute, type RateLimits, refuseOver } from './rate-limits.ts';

/** KEYS the account's minute. Answers its requests and the milliseconds that it still lasts. */
const minuteScript = `
local requests = redis.call('INCR', KEYS[1])
if requests == 1 then redis.call('PEXPIRE', KEYS[1], 60000) end
return {requests, redis.call('PTTL', KEYS[1])}`;

export type RedisRateLimitsOptions = Readonly<{
  state: Pick<State, 'run' | 'key'>;
  /** Nodes that were alive when Redis last answered; 1 or more. */
  liveNodes: () => number;
}>;

/**
 * Rate limits that all nodes share. While Redis is away each node lets its share through and counts in its
 * memory, since a limit protects the service and nothing is billed by it.
 */
export const createRedisRateLimits = ({ state, liveNodes }: RedisRateLimitsOptions): RateLimits => {
  const ownMinute = createMemoryMinutes();

  const sharedMinute = async (accountId: string): Promise<Minute> => {
    const reply = await state.run(minuteScript, [state.key(`rate:${accountId}`)]);
    const [requests = 0, leftMs = 0] = reply as readonly number[];
    return { requests, leftMs };
  };

  const take: RateLimits['take'] = async (accountId, requestsPerMinute) => {
    if (requestsPerMinute === null) return;
    const shared = await sharedMinute(accountId).catch(() => undefined);
    if (shared !== undefined) return refuseOver(requestsPerMinute, shared);
    const share = Math.max(1, Math.floor(requestsPerMinute / liveNodes()));
    refuseOver(requestsPerMinute, await ownMinute(accountId), share);
  };

  return { take };
};
