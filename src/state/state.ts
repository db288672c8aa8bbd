import { goneCode, stateAway } from './away.ts';
import { inTime, Late } from './in-time.ts';
import type { Redis, Reply } from './redis.ts';

/** A Lua script. `KEYS` and `ARGV` are what it is run with. */
type Script = string;

/** The state that all nodes share, in Redis or Valkey. All calls reject with `unavailable` where it is away. */
export type State = Readonly<{
  /** The name of a key. All have one hash tag, so that a cluster keeps what a script uses on one node. */
  key: (name: string) => string;
  /** Runs a command that changes nothing. */
  read: (...command: string[]) => Promise<Reply>;
  /** Runs a script whose changes need not survive a failover. */
  run: (script: Script, keys: readonly string[], args?: readonly string[]) => Promise<Reply>;
  /**
   * Runs a script. Resolves when as many replicas as required have its changes too. Where the outcome is not known,
   * it is run again, so it must do once what it does however often it runs; after the deadline for all attempts
   * together it may have been run, or be run a little later.
   */
  write: (script: Script, keys: readonly string[], args?: readonly string[]) => Promise<Reply>;
  /**
   * From now on Redis has accounts, and counts of the month that was counted in last, of the nodes with this digest of
   * the secret. Where it has not, since it was emptied or is another one, all calls reject (`isDataGone`) and change
   * nothing, until the data are back.
   */
  expectData: (secretDigest: string) => void;
  /** Resolves when there is a connection, and after the deadline. */
  connected: () => Promise<void>;
  /** Milliseconds since Redis has last answered, on the connection that was silent longest. */
  silentMs: () => number;
  close: () => Promise<void>;
}>;

type StateOptions = Readonly<{
  /** A connection for what is not written durably. */
  reads: Redis;
  /**
   * A connection of its own where `replicas` is not 0: `WAIT` holds up all that is sent after it. It also
   * waits for what this connection has written, and for nothing else.
   */
  writes: Redis;
  prefix: string;
  /** Replicas that must have a change before it is acknowledged. */
  replicas: number;
  /** Longest wait for one answer, and for all attempts to write. */
  deadlineMs: number;
  /** Attempts to write. */
  tries?: number;
}>;

export const createState = (options: StateOptions): State => {
  const { reads, writes, prefix, replicas, deadlineMs, tries = 3 } = options;
  // Redis must answer within the deadline, also when the replicas do not.
  const waitMs = Math.ceil(deadlineMs / 2);
  /** Comes before every script. */
  let guard = '';
  /** The `WAIT` that is sent at the end of this tick, for all that is written in it. */
  let waiting: Promise<Reply> | undefined;

  const acknowledged = (): Promise<Reply> =>
    (waiting ??= Promise.resolve().then(() => {
      waiting = undefined;
      return writes.call('WAIT', String(replicas), String(waitMs));
    }));

  const evaluated = (
    redis: Redis,
    script: Script,
    keys: readonly string[],
    args: readonly string[] = [],
  ): Promise<Reply> => redis.call('EVAL', guard + script, String(keys.length), ...keys, ...args);

  const writeOnce: State['write'] = async (script, keys, args) => {
    const written = evaluated(writes, script, keys, args);
    if (replicas === 0) return written;
    const [reply, copies] = await Promise.all([written, acknowledged()]);
    if (Number(copies) >= replicas) return reply;
    throw stateAway(new Error(`${copies} of ${replicas} replicas have the change`));
  };

  const repeat = async (attempt: () => Promise<Reply>, isOver: () => boolean): Promise<Reply> => {
    for (let left = tries - 1; ; left -= 1) {
      try {
        return await attempt();
      } catch (error) {
        if (left === 0 || isOver()) throw error;
        await writes.connected();
      }
    }
  };

  const write: State['write'] = (script, keys, args) => {
    let isOver = false;
    const writing = repeat(
      () => writeOnce(script, keys, args),
      () => isOver,
    );
    return inTime(writing, deadlineMs).catch((error: unknown) => {
      // The timer may end just before the clock reaches the deadline, so the clock is not asked.
      isOver = true;
      throw error instanceof Late ? stateAway(error) : error;
    });
  };

  return {
    key: (name) => prefix + name,
    read: (...command) =>
      guard === '' ? reads.call(...command) : evaluated(reads, readScript, [], command),
    run: (script, keys, args) => evaluated(reads, script, keys, args),
    write,
    expectData: (secretDigest) => (guard = guardOf(prefix, secretDigest)),
    connected: reads.connected,
    silentMs: () => Math.max(reads.silentMs(), writes.silentMs()),
    close: async () => void (await Promise.all([reads.close(), writes.close()])),
  };
};

/** ARGV a command. */
const readScript = 'return redis.call(unpack(ARGV))';

/** `counted`: the month that was counted in last. It is beside the accounts, so that it is gone only with them. */
const guardOf = (prefix: string, secretDigest: string): string => `
do
  local kept = redis.call('HMGET', '${prefix}accounts', 'version', 'counted')
  local secret = redis.call('GET', '${prefix}secret')
  if not kept[1] or (kept[2] and redis.call('EXISTS', '${prefix}count:' .. kept[2]) == 0) or
    (secret and secret ~= '${secretDigest}') then
    return redis.error_reply('${goneCode} accounts or counts that were in Redis are gone')
  end
end
`;
