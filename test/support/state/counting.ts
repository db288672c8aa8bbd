import { setTimeout } from 'node:timers/promises';
import { createRedisCounters, type RedisCounters } from '../../../src/counters/redis-counters.ts';
import type { Refund } from '../../../src/counters/refunds.ts';
import { ServiceError } from '../../../src/errors.ts';
import { openState } from './open-state.ts';

type CountingOptions = Readonly<{
  /** Where Redis is reached. */
  url: string;
  refundsPath: string;
  deadlineMs?: number;
  replicas?: number;
  tries?: number;
}>;

/** Counters on a connection of their own, as a node has them. */
type CountingNode = Readonly<{
  counters: RedisCounters;
  uncertain: readonly Refund[];
  close: () => Promise<void>;
}>;

export const openNode = async ({
  url,
  refundsPath,
  deadlineMs = 2000,
  replicas = 0,
  tries = 3,
}: CountingOptions): Promise<CountingNode> => {
  const state = await openState(url, { deadlineMs, replicas, tries });
  const uncertain: Refund[] = [];
  const counters = await createRedisCounters({
    state,
    refundsPath,
    now: Date.now,
    onUncertain: (refused) => uncertain.push(refused),
    onProblem: (error) => {
      throw error;
    },
  });
  return {
    counters,
    uncertain,
    close: async () => {
      await counters.close();
      await state.close();
    },
  };
};

/** `openNode` for tests; what a test has opened is closed after it. */
export const nodesOfTest = (): typeof openNode => {
  const opened: CountingNode[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  return async (options) => {
    const node = await openNode(options);
    opened.push(node);
    return node;
  };
};

/** What callers were told. */
export type Told = {
  acknowledged: number;
  /** Every total that was acknowledged. */
  totals: number[];
  refused: number;
  limited: number;
};

export const toldNothing = (): Told => ({ acknowledged: 0, totals: [], refused: 0, limited: 0 });

let requests = 0;

/** Adds 1 after the other until `isOver`, and notes the answers. */
export const keepAdding = async (
  counters: Pick<RedisCounters, 'add'>,
  told: Told,
  isOver: () => boolean,
  limit?: number,
): Promise<void> => {
  while (!isOver()) {
    requests += 1;
    const requestId = `${process.pid}-${requests}`;
    try {
      told.totals.push(await counters.add('acct_a', 1, { requestId, limit }));
      told.acknowledged += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'monthly_limit_exceeded') told.limited += 1;
      else if (error.code === 'unavailable') told.refused += 1;
      else throw error;
      // A caller that is refused at once must not keep the process busy.
      await setTimeout(5);
    }
  }
};
