import { StartError } from '../errors.ts';
import { checkSettings } from './check-settings.ts';
import type { RedisAddress } from './primary.ts';
import { connectRedis, type RedisOptions } from './redis.ts';
import { createState, type State } from './state.ts';

export type OpenStateOptions = RedisAddress &
  Readonly<{
    prefix: string;
    /** Replicas that must have a change before it is acknowledged. */
    replicas: number;
    deadlineMs: number;
    onCall: RedisOptions['onCall'];
    /** Called with the reason when Redis is away, and with undefined when it is back. */
    onChange: (problem: unknown) => void;
    onWarning: (text: string) => void;
  }>;

/** How long a start waits for Redis, which may be starting too. */
const startMs = 15_000;

/** Connects, and checks the settings of the server. @throws StartError as `checkSettings` does, and where Redis is away. */
export const openState = async (options: OpenStateOptions): Promise<State> => {
  const { url, replicas } = options;
  let problem: unknown;
  const onChange = (changed: unknown): void => {
    // Once, however often the connection is tried again.
    if ((changed === undefined) !== (problem === undefined)) options.onChange(changed);
    problem = changed;
  };
  const connect = () => connectRedis({ ...options, onChange });
  const reads = connect();
  const writes = replicas > 0 ? connect() : reads;
  const state = createState({ ...options, reads, writes });
  const endBy = performance.now() + startMs;
  try {
    while (!(await isConnected())) {
      if (performance.now() < endBy) continue;
      throw new StartError(`Redis cannot be reached at ${new URL(url).host}: ${String(problem)}`);
    }
    await checkSettings(reads, options);
    return state;
  } catch (error) {
    await state.close();
    throw error;
  }

  async function isConnected(): Promise<boolean> {
    await Promise.all([reads.connected(), writes.connected()]);
    return [reads, writes].every((redis) => redis.isConnected());
  }
};
