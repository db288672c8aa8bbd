import {
  createLoadMeter,
  type LoadMeter,
  type LoadMeterOptions,
  type LoadState,
} from './load-meter.ts';

/** The start of an overload, with the accounts that cause it (none when all do together), or its end. */
export type OverloadChange = Readonly<{ isOverloaded: boolean; accountIds: readonly string[] }>;

export type AccountLoadsOptions = Omit<LoadMeterOptions, 'waiting' | 'manyWaiting'> &
  Readonly<{ slots: number; onChange: (change: OverloadChange) => void }>;

/** Waiting jobs for each slot below which there is no overload. */
const manyPerSlot = 4;

const severities: readonly LoadState[] = ['calm', 'growing', 'overloaded'];

export type AccountLoads = ReturnType<typeof createAccountLoads>;

/**
 * Measures the load of each account and of all together. Permits are granted to the accounts in turn, so an
 * account that floods delays only itself, and only its jobs are refused. The state of all together applies to an
 * account only when no account is as severe by itself.
 */
export const createAccountLoads = (options: AccountLoadsOptions) => {
  const manyWaiting = manyPerSlot * options.slots;
  const waiting = new Map<string, number>();
  const meters = new Map<string, LoadMeter>();
  const all = createLoadMeter({ ...options, manyWaiting, waiting: () => sum(waiting.values()) });
  let wasOverloaded = false;

  const meterOf = (accountId: string): LoadMeter => {
    const known = meters.get(accountId);
    if (known !== undefined) return known;
    for (const [id, meter] of meters) if (meter.isIdle()) meters.delete(id);
    const meter = createLoadMeter({
      ...options,
      manyWaiting,
      waiting: () => waiting.get(accountId) ?? 0,
    });
    meters.set(accountId, meter);
    return meter;
  };

  const isNoAccountAsSevere = (): boolean => {
    const severity = severityOf(all.state());
    return [...meters.values()].every((meter) => severityOf(meter.state()) < severity);
  };

  /** The state that applies to the account's jobs. */
  const stateOf = (accountId: string): LoadState =>
    isNoAccountAsSevere() ? all.state() : (meters.get(accountId)?.state() ?? 'calm');

  const overloadedAccounts = (): readonly string[] =>
    [...meters].filter(([, meter]) => meter.state() === 'overloaded').map(([id]) => id);

  const isNowOverloaded = (accountIds: readonly string[]): boolean =>
    accountIds.length > 0 || all.state() === 'overloaded';

  const reportChange = (): void => {
    const accountIds = overloadedAccounts();
    const isOverloaded = isNowOverloaded(accountIds);
    if (isOverloaded === wasOverloaded) return;
    wasOverloaded = isOverloaded;
    options.onChange({ isOverloaded, accountIds });
  };

  return {
    /** A job of the account asked to be admitted, whether it was or not. */
    arrived: (accountId: string): void => {
      all.arrived();
      meterOf(accountId).arrived();
      reportChange();
    },
    /** An admitted job of the account is done. Jobs that are refused later do not count. */
    completed: (accountId: string): void => {
      all.completed();
      meters.get(accountId)?.completed();
      reportChange();
    },
    /** Sets the number of the account's jobs that wait for their first tool. */
    waits: (accountId: string, jobs: number): void => {
      if (jobs > 0) waiting.set(accountId, jobs);
      else waiting.delete(accountId);
    },
    stateOf,
    /** Whether jobs of any account are refused because of overload. */
    isOverloaded: (): boolean => {
      reportChange();
      return isNowOverloaded(overloadedAccounts());
    },
  };
};

const severityOf = (state: LoadState): number => severities.indexOf(state);

const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, one) => total + one, 0);
