import type { State } from '../state/state.ts';
import { type CreateAddressLimits, refuseTooMany } from './address-limits.ts';

/**
 * Counts a request, unless the client has made all of its window already. KEYS the client's window; ARGV requests,
 * milliseconds. Answers 1 where it may be made, else 0, and the milliseconds that the window still lasts.
 */
const takeScript = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then return {0, redis.call('PTTL', KEYS[1])} end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {1, 0}`;

/** Undoes one request of a client's window. KEYS the window. */
const giveBackScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 1`;

/**
 * Limits that all nodes share. A client's window begins with its first request. While Redis is away, each node counts
 * by itself, since a limit protects the service and must not close it. `own`: limits in the memory of this node.
 */
export const createRedisAddressLimits =
  ({ run, key }: Pick<State, 'run' | 'key'>, own: CreateAddressLimits): CreateAddressLimits =>
  (name, options) => {
    const { requests, windowSeconds } = options;
    const ownLimits = own(name, options);
    const keysOf = (client: string): readonly string[] => [key(`limit:${name}:${client}`)];
    const args = [String(requests), String(Math.ceil(windowSeconds * 1000))];
    return {
      take: async (client) => {
        const reply = await run(takeScript, keysOf(client), args).catch(() => undefined);
        if (reply === undefined) return ownLimits.take(client);
        const [isTaken, leftMs = 0] = reply as readonly number[];
        if (isTaken !== 1) refuseTooMany(options, leftMs / 1000);
      },
      giveBack: (client) => {
        run(giveBackScript, keysOf(client)).catch(() => ownLimits.giveBack(client));
      },
    };
  };
