import { connectRedis, type RedisOptions } from '../../../src/state/redis.ts';
import { createState, type State } from '../../../src/state/state.ts';
import { until } from '../until.ts';

/** A state on a server. `url` may lead through a proxy. */
export const openState = async (
  url: string,
  {
    replicas = 0,
    deadlineMs = 5000,
    prefix = '{test}:',
    tries = 3,
    ...options
  }: Partial<RedisOptions> & Readonly<{ replicas?: number; prefix?: string; tries?: number }> = {},
): Promise<State> => {
  const connect = () =>
    connectRedis({
      url,
      password: undefined,
      deadlineMs,
      onCall: () => undefined,
      onChange: () => undefined,
      ...options,
    });
  const reads = connect();
  const writes = replicas > 0 ? connect() : reads;
  const isConnected = () => reads.isConnected() && writes.isConnected();
  await until('Redis is connected', isConnected);
  return createState({ reads, writes, prefix, replicas, deadlineMs, tries });
};
