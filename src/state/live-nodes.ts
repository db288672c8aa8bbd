import { randomBytes } from 'node:crypto';
import type { State } from './state.ts';

const reportMs = 5000;

/** KEYS nodes, a sorted set by time; ARGV this node, 1 where it leaves. Answers how many there are. */
const reportScript = `
local now = redis.call('TIME')[1]
redis.call('ZADD', KEYS[1], now, ARGV[1])
if ARGV[2] == '1' then redis.call('ZREM', KEYS[1], ARGV[1]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 15)
return redis.call('ZCARD', KEYS[1])`;

/** Reports this node now and every five seconds, and learns how many nodes use the state. */
export const reportNode = async (state: Pick<State, 'run' | 'key'>) => {
  const name = randomBytes(8).toString('hex');
  let known = 1;

  const report = async (isLeaving = false): Promise<void> => {
    const args = [name, isLeaving ? '1' : '0'];
    const nodes = await state.run(reportScript, [state.key('nodes')], args).catch(() => known);
    known = Math.max(1, Number(nodes));
  };

  await report();
  const timer = setInterval(() => void report(), reportMs);
  timer.unref();
  return {
    /** Nodes that have reported themselves in the last 15 seconds, by Redis' clock, when it last answered; 1 or more. */
    count: (): number => known,
    close: async (): Promise<void> => {
      clearInterval(timer);
      await report(true);
    },
  };
};
