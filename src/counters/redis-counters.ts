import { ServiceError } from '../errors.ts';
import { stateAway } from '../state/away.ts';
import type { Reply } from '../state/redis.ts';
import type { State } from '../state/state.ts';
import type { AddOptions, Counters } from './counters.ts';
import { limitExceeded } from './limit-exceeded.ts';
import { monthOf } from './month.ts';
import { countsOf, monthsIn } from './redis-counts.ts';
import { countScript, idMs, voidScript } from './scripts.ts';
import { openRefunds, type Refund } from './refunds.ts';

type RedisCountersOptions = Readonly<{
  state: State;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The file of refused requests whose count is still to be taken back. */
  refundsPath: string;
  /** How many recorded months stay. */
  keepMonths?: number;
  /** Called for a refused request whose id has expired, so that it may have been counted. */
  onUncertain: (refused: Refund) => void;
  onProblem: (error: unknown) => void;
}>;

/** How the id of a request may have expired a little before the hour that is known here. */
const certainMs = idMs - 60_000;

/** Counters in Redis, and the number of refused requests that are still to be taken back. */
export type RedisCounters = Counters & Readonly<{ pendingRefunds: () => number }>;

/**
 * Counters in Redis, shared by all nodes. A count whose answer is lost is repeated with the id of its request,
 * which Redis counts once. After the deadline the addition rejects with `unavailable`, and a note
 * on disk makes sure that it is not counted: a request is counted if it is acknowledged, and only then.
 * What stays open is a node that is killed between the count and its answer, as with files.
 */
export const createRedisCounters = async (
  options: RedisCountersOptions,
): Promise<RedisCounters> => {
  const { state, now, keepMonths = 24, onUncertain } = options;
  const countKey = (month: string): string => state.key(`count:${month}`);
  const idKey = (requestId: string): string => state.key(`request:${requestId}`);
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  const refunds = await openRefunds({
    path: options.refundsPath,
    onProblem: options.onProblem,
    refund: async (refused) => {
      const { requestId, month, accountId, compressions, at } = refused;
      const keys = [countKey(month), idKey(requestId)];
      const outcome = await state.write(voidScript, keys, [accountId, String(compressions)]);
      // An hour later, an id that is not known may have expired.
      if (outcome === 0 && Math.abs(now() - at) > certainMs) onUncertain(refused);
    },
  });

  const countIn = async (month: string, accountId: string): Promise<number> =>
    Number((await state.read('HGET', countKey(month), accountId)) ?? 0);

  const count = (addition: Refund, limit: number | null): Promise<Outcome> => {
    const { requestId, month, accountId, compressions } = addition;
    const keys = [countKey(month), idKey(requestId), state.key('months'), state.key('accounts')];
    const numbers = [String(compressions), String(limit ?? -1)];
    const args = [accountId, ...numbers, month, countKey(''), String(keepMonths)];
    return state.write(countScript, keys, args).then(outcomeIn);
  };

  const addOnce = async (
    addition: Refund,
    { limit = null, mayRepeat = false }: Omit<AddOptions, 'requestId'>,
  ): Promise<number> => {
    const [outcome, total] = await count(addition, limit).catch(async (error: unknown) => {
      if (!mayRepeat) await refunds.add(addition);
      throw error;
    });
    if (outcome === 0) throw limitExceeded(addition.at);
    if (outcome !== 1) throw stateAway(new Error('the request has been made void'));
    return total;
  };

  const add: Counters['add'] = async (accountId, compressions, { requestId, ...how }) => {
    const at = now();
    const month = monthOf(at);
    if (!Number.isSafeInteger(compressions) || compressions < 0) {
      throw new RangeError(`Compressions must be a whole number, not ${compressions}`);
    }
    if (compressions === 0) return countIn(month, accountId);
    if (isClosed) throw new ServiceError('unavailable', 'The service is shutting down.');
    const adding = addOnce({ requestId, month, accountId, compressions, at }, how);
    underWay.add(adding);
    return adding.finally(() => underWay.delete(adding));
  };

  return {
    count: (accountId) => countIn(monthOf(now()), accountId),
    add,
    checkRoom: async (accountId, compressions, limit) => {
      const at = now();
      if (limit === null) return;
      if ((await countIn(monthOf(at), accountId)) + compressions > limit) throw limitExceeded(at);
    },
    usage: async (month = monthOf(now())) => Object.fromEntries(await countsOf(state, month)),
    usageOf: (accountId, months) => Promise.all(months.map((month) => countIn(month, accountId))),
    months: () => monthsIn(state),
    pendingRefunds: refunds.pending,
    close: async () => {
      isClosed = true;
      await Promise.allSettled(underWay);
      await refunds.close();
    },
  };
};

/** Whether a request is counted (1), at the limit (0) or void (-1), and the total. */
type Outcome = readonly [outcome: number, total: number];

/** An answer to something else leaves open what has become of the request. */
const outcomeIn = (reply: Reply): Outcome => {
  const [outcome, total] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  if ([-1, 0, 1].includes(outcome as number) && Number.isSafeInteger(total)) {
    return [Number(outcome), Number(total)];
  }
  throw stateAway(new Error('the answer is not one of a count'));
};
