import { createFlow, type Flow, type FlowOptions, type Tide } from './load-meter.ts';

/** Knows which accounts send more than the service can do. */
export type Overload = Readonly<{
  /** A job of the account asked to be let in, whether it was or not. */
  came: (accountId: string) => void;
  /** A job of the account that was let in is done; those that are sent away undone do not count. */
  gone: (accountId: string) => void;
  /** What holds for the account's jobs. */
  tideOf: (accountId: string) => Tide;
  /** Whether jobs of anybody are refused for it. */
  isOverloaded: () => boolean;
}>;

/** An overload that begins, and who floods (none where it is nobody's alone), or one that has ended. */
export type OverloadChange = Readonly<{ isOverloaded: boolean; accountIds: readonly string[] }>;

export type OverloadOptions = Omit<FlowOptions, 'waiting' | 'manyWaiting'> &
  Readonly<{
    slots: number;
    /** Jobs that wait for their first tool, of one account where it is given. */
    waiting: (accountId?: string) => number;
    onChange: (change: OverloadChange) => void;
  }>;

/** Jobs that wait for each slot: with fewer it is no overload. */
const manyOfSlot = 4;

const severities: readonly Tide[] = ['calm', 'growing', 'overloaded'];

const severityOf = (tide: Tide): number => severities.indexOf(tide);

/**
 * Tools go round the accounts, so an account that floods holds up itself, and it alone is held to less.
 * Only where many accounts are too much together does that of all hold for each.
 */
export const createOverload = (options: OverloadOptions): Overload => {
  const { waiting, onChange } = options;
  const manyWaiting = manyOfSlot * options.slots;
  const all = createFlow({ ...options, manyWaiting, waiting: () => waiting() });
  const flows = new Map<string, Flow>();
  let wasOverloaded = false;

  const flowOf = (accountId: string): Flow => {
    const known = flows.get(accountId);
    if (known !== undefined) return known;
    for (const [id, flow] of flows) if (flow.isIdle()) flows.delete(id);
    const flow = createFlow({ ...options, manyWaiting, waiting: () => waiting(accountId) });
    flows.set(accountId, flow);
    return flow;
  };

  const isNobodys = (): boolean => {
    const severity = severityOf(all.tide());
    return [...flows.values()].every((flow) => severityOf(flow.tide()) < severity);
  };

  const tideOf = (accountId: string): Tide =>
    isNobodys() ? all.tide() : (flows.get(accountId)?.tide() ?? 'calm');

  const flooding = (): readonly string[] =>
    [...flows].filter(([, flow]) => flow.tide() === 'overloaded').map(([id]) => id);

  const isOverloaded = (): boolean => {
    const accountIds = flooding();
    const isNow = accountIds.length > 0 || all.tide() === 'overloaded';
    if (isNow !== wasOverloaded) {
      wasOverloaded = isNow;
      onChange({ isOverloaded: isNow, accountIds });
    }
    return isNow;
  };

  return {
    came: (accountId) => {
      all.came();
      flowOf(accountId).came();
      isOverloaded();
    },
    gone: (accountId) => {
      all.gone();
      flows.get(accountId)?.gone();
      isOverloaded();
    },
    tideOf,
    isOverloaded,
  };
};
