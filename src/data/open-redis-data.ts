import { setTimeout } from 'node:timers/promises';
import type { Accounts } from '../accounts/accounts.ts';
import { createRedisAccounts } from '../accounts/redis-accounts.ts';
import { readSecret } from '../accounts/secret.ts';
import type { Config } from '../config/config.ts';
import type { Counts } from '../counters/counters.ts';
import { createRedisCounters } from '../counters/redis-counters.ts';
import { countsIn } from '../counters/redis-counts.ts';
import { redisWindows } from '../rate-limits/redis-windows.ts';
import { memoryWindows } from '../rate-limits/windows.ts';
import { reportNode } from '../state/live-nodes.ts';
import { createRedisSetUpTokens } from '../state/set-up-tokens.ts';
import { createLocks } from '../state/locks.ts';
import { createRedisPurges } from '../state/purges.ts';
import { createRedisOnce } from '../state/once.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import { watchState } from '../state/watch-state.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { checkSecret } from './check-secret.ts';
import { openCommandState, stateOptionsOf } from './command-state.ts';
import type { DataPaths } from './data-folder.ts';
import type { Data } from './data.ts';
import { beginRedisState, checkRedisState } from './redis-state.ts';

type OpenRedisDataOptions = Readonly<{
  config: Pick<Config, 'state' | 'outputs'>;
  paths: DataPaths;
  now: () => number;
  log: Log;
  metrics: Metrics['state'];
  /** Continues without accounts or counts that are gone. */
  acceptEmpty: boolean;
}>;

/**
 * Opens the accounts and counts that nodes share in Redis. The caller holds the lock of the data folder, which has
 * the refused counts of this node.
 * @throws StartError when Redis cannot be reached or used, has lost its accounts or counts, or this node has another
 * secret than the others.
 */
export const openRedisData = async (options: OpenRedisDataOptions): Promise<Data> => {
  const { config, paths, now, log, metrics, acceptEmpty } = options;
  const { redis, graceSeconds } = config.state;
  await using opening = new AsyncDisposableStack();
  const state = await openState({
    ...(await stateOptionsOf(redis)),
    onCall: metrics.call,
    onChange: (problem) => {
      if (problem === undefined) log.info('Redis is connected');
      else log.error({ problem: String(problem) }, 'Redis cannot be reached');
    },
    onWarning: (text) => log.warn(text),
  });
  opening.defer(state.close);
  if (config.outputs.kind === 'files') {
    log.warn('outputs are kept on the disk of this node; other nodes do not have them');
  }
  const { hasAccounts, finishFirstStart } = await beginRedisState(state, {
    ...{ paths, acceptEmpty },
    onAccept: (missing) => log.warn({ missing }, 'continues without what is gone from Redis'),
  });
  const digest = await checkSecret(state, paths.secret, { mayCreate: !hasAccounts });
  const graceMs = graceSeconds * 1000;
  const accounts = await createRedisAccounts({ state, secretPath: paths.secret, now, graceMs });
  await waitForFirstAccount(state, async () => (await accounts.list()).length > 0);
  const counters = await createRedisCounters({
    state,
    now,
    refundsPath: paths.refunds,
    onUncertain: (refused) => {
      metrics.uncertain(refused.compressions);
      log.error(refused, 'a refused request may be counted: it was taken back too late to know');
    },
    onProblem: (err) => log.error({ err }, 'refused counts cannot be written to disk'),
  });
  opening.defer(counters.close);
  const nodes = await reportNode(state);
  opening.defer(nodes.close);
  const watch = await watchState({
    state,
    now,
    onChange: (problem) => {
      if (problem === undefined) log.info('this node can serve again');
      else log.error({ problem }, 'this node cannot serve');
    },
  });
  opening.defer(watch.close);
  metrics.observe({
    refunds: counters.pendingRefunds,
    silentMs: state.silentMs,
    nodes: nodes.count,
  });
  const opened = opening.move();
  return {
    accounts,
    counters,
    createWindows: redisWindows({ state, liveNodes: nodes.count, own: memoryWindows(now) }),
    setUpTokens: createRedisSetUpTokens(state, await readSecret(paths.secret)),
    once: createRedisOnce(state),
    purges: createRedisPurges(state),
    locks: config.outputs.kind === 'files' ? undefined : createLocks(state),
    state,
    finishFirstStart: async () => {
      state.expectData(digest);
      await finishFirstStart();
    },
    whenBack: state.connected,
    problem: () =>
      state.silentMs() > longestSilenceMs ? 'Redis does not answer.' : watch.problem(),
    close: () => opened.disposeAsync(),
  };
};

export type RedisCommandData = Readonly<{
  accounts: Accounts;
  counts: () => Promise<Counts>;
  close: () => Promise<void>;
}>;

/** The accounts and counts in Redis, for one command. @throws StartError as `openRedisData` does. */
export const openRedisCommand = async (
  { state: { redis } }: Pick<Config, 'state'>,
  paths: DataPaths,
): Promise<RedisCommandData> => {
  const state = await openCommandState(redis);
  await checkRedisState(state, paths).catch(async (error: unknown) => {
    await state.close();
    throw error;
  });
  const options = { state, secretPath: paths.secret, now: Date.now, graceMs: 0 };
  const accounts = await createRedisAccounts(options);
  return { accounts, counts: () => countsIn(state), close: state.close };
};

/** A node that is cut off alone leaves the balancer after this. */
const longestSilenceMs = 3000;

const firstMs = 15_000;

/** Of several nodes that start for the first time, one makes the first account. The others wait for it. */
const waitForFirstAccount = async (
  state: State,
  hasAccounts: () => Promise<boolean>,
): Promise<void> => {
  const script = `return redis.call('SET', KEYS[1], '1', 'NX', 'PX', ${firstMs})`;
  while (!(await hasAccounts()) && (await state.run(script, [state.key('first')])) === null) {
    await setTimeout(200);
  }
};
