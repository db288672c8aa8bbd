import type { State } from '../state/state.ts';
import type { Counts } from './counters.ts';

type Reads = Pick<State, 'read' | 'key'>;

/** The recorded months, oldest first. */
export const monthsIn = async ({ read, key }: Reads): Promise<string[]> => [
  ...((await read('ZRANGE', key('months'), '0', '-1')) as readonly string[]),
];

/** Compressions by account in a month. */
export const countsOf = async (
  { read, key }: Reads,
  month: string,
): Promise<ReadonlyMap<string, number>> => {
  const fields = (await read('HGETALL', key(`count:${month}`))) as readonly string[];
  const pairs = fields.flatMap((accountId, index) =>
    index % 2 === 0 ? [[accountId, Number(fields[index + 1])] as const] : [],
  );
  // A count that was taken back leaves a zero.
  return new Map(pairs.filter(([, count]) => count > 0));
};

/** All recorded months, oldest first. */
export const countsIn = async (state: Reads): Promise<Counts> => {
  const months = await monthsIn(state);
  const counts = await Promise.all(months.map((month) => countsOf(state, month)));
  return new Map(months.map((month, index) => [month, counts[index] ?? new Map()]));
};

/** Sets months, however often it runs. KEYS count, months, accounts; ARGV month, then account and count in turn. */
const setScript = `
redis.call('DEL', KEYS[1])
for index = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
redis.call('ZADD', KEYS[2], 0, ARGV[1])
if #ARGV > 1 then redis.call('HSET', KEYS[3], 'counted', ARGV[1]) end
return 1`;

/** Replaces the counts of these months. */
export const setCounts = async (
  { write, key }: Pick<State, 'write' | 'key'>,
  counts: Counts,
): Promise<void> => {
  for (const [month, accounts] of counts) {
    const pairs = [...accounts].flatMap(([accountId, count]) => [accountId, String(count)]);
    const keys = [key(`count:${month}`), key('months'), key('accounts')];
    await write(setScript, keys, [month, ...pairs]);
  }
};
