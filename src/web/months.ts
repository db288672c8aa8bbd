import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { MonthLimit, MonthUsage } from './pages/parts/usage.ts';

/** Compressions of an account: the current month with its limit, and the last twelve months, oldest first. */
export const usageOf = async (
  { id, monthlyLimit }: Account,
  counters: Pick<Counters, 'usageOf'>,
  now: number,
): Promise<Readonly<{ usage: MonthLimit; months: readonly MonthUsage[] }>> => {
  const date = new Date(now);
  const startOf = (offset: number): Date =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset));
  const shown = Array.from({ length: monthsShown }, (_, index) =>
    startOf(index + 1 - monthsShown)
      .toISOString()
      .slice(0, 'YYYY-MM'.length),
  );
  const counts = await counters.usageOf(id, shown);
  const months = shown.map((month, index) => ({ month, count: counts[index] ?? 0 }));
  const current = months.at(-1) ?? { month: '', count: 0 };
  return { usage: { ...current, limit: monthlyLimit, renewsAt: startOf(1) }, months };
};

const monthsShown = 12;
