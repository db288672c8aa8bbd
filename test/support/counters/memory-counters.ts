import type { Counters } from '../../../src/counters/counters.ts';
import { monthOf, nextMonthStart } from '../../../src/counters/month.ts';
import { ServiceError } from '../../../src/errors.ts';

/** Counters that forget everything with the process, for tests of what uses counters. */
export const createMemoryCounters = ({ now }: Readonly<{ now: () => number }>): Counters => {
  const months = new Map<string, Map<string, number>>();
  /** Of additions that may be repeated. */
  const ids = new Set<string>();
  let isClosed = false;
  const countIn = (month: string, accountId: string) => months.get(month)?.get(accountId) ?? 0;

  const refuseOver = (accountId: string, compressions: number, limit: number | null): void => {
    const total = countIn(monthOf(now()), accountId) + compressions;
    if (limit === null || total <= limit) return;
    throw new ServiceError('monthly_limit_exceeded', 'Your monthly limit has been exceeded.', {
      retryAfterSeconds: Math.ceil((nextMonthStart(now()) - now()) / 1000),
    });
  };

  const add: Counters['add'] = async (accountId, compressions, options) => {
    const { requestId, limit = null, mayRepeat = false } = options;
    const month = monthOf(now());
    const total = countIn(month, accountId) + compressions;
    if (compressions === 0) return total;
    if (isClosed) throw new ServiceError('unavailable', 'The service is shutting down.');
    if (ids.has(requestId)) return countIn(month, accountId);
    refuseOver(accountId, compressions, limit);
    if (mayRepeat) ids.add(requestId);
    const accounts = months.get(month) ?? new Map<string, number>();
    months.set(month, accounts.set(accountId, total));
    return total;
  };

  return {
    count: async (accountId) => countIn(monthOf(now()), accountId),
    add,
    checkRoom: async (...asked) => refuseOver(...asked),
    usage: async (month = monthOf(now())) => Object.fromEntries(months.get(month) ?? []),
    usageOf: async (accountId, asked) => asked.map((month) => countIn(month, accountId)),
    months: async () => [...months.keys()].toSorted(),
    close: async () => {
      isClosed = true;
    },
  };
};
