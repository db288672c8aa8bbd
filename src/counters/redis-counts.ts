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
