import type { State } from '../state/state.ts';
import type { CreateWindows } from './windows.ts';

/**
 * Counts a request, unless the client has made all of its window already. KEYS the client's window; ARGV requests,
 * milliseconds. Answers nothing where it may be made, else the milliseconds that the window still lasts.
 */
const takeScript = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then return redis.call('PTTL', KEYS[1]) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return false`;

/** Undoes one request of a client's window. KEYS the window. */
const giveBackScript = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 1`;

type RedisWindowsOptions = Readonly<{
  state: Pick<State, 'run' | 'key'>;
  /** Nodes that were alive when Redis last answered; 1 or more. */
  liveNodes: () => number;
  /** Windows in the memory of this node. */
  own: CreateWindows;
}>;

/**
 * Windows that all nodes share. While Redis is away, each node counts by itself, since a limit protects the service and
 * must not close it.
 */
export const redisWindows =
  ({ state: { run, key }, liveNodes, own }: RedisWindowsOptions): CreateWindows =>
  (kind) => {
    const ownWindows = own(kind);
    const keysOf = (client: string): readonly string[] => [key(`limit:${kind.name}:${client}`)];
    const milliseconds = String(Math.ceil(kind.seconds * 1000));
    const shareOf = (most: number): number =>
      kind.isDivided === true ? Math.max(1, Math.floor(most / liveNodes())) : most;
    return {
      take: async (client, most) => {
        const args = [String(most), milliseconds];
        const reply = await run(takeScript, keysOf(client), args).catch(() => undefined);
        if (reply === undefined) return ownWindows.take(client, shareOf(most));
        return reply === null ? undefined : Number(reply);
      },
      giveBack: (client) => {
        run(giveBackScript, keysOf(client)).catch(() => ownWindows.giveBack(client));
      },
    };
  };
