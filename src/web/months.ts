import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { Usage } from './pages/parts/usage.ts';

/** Compressions of an account in the last twelve months, and its limit. */
export const usageOf = async (
  { id, monthlyLimit: limit }: Account,
  counters: Pick<Counters, 'usageOf'>,
  now: number,
): Promise<Usage> => {
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
  return { months, limit, renewsAt: startOf(1) };
};

const monthsShown = 12;
