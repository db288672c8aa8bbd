import { rm } from 'node:fs/promises';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { createSelection } from '../bulk/selection.ts';
import { settingsOf } from '../bulk/sweep/sweep-record.ts';
import { openFileLedger } from '../bulk/sweeps/file-ledger.ts';
import type { Sweep, SweepLedger } from '../bulk/sweeps/ledger.ts';
import { lookOf } from '../bulk/sweeps/object-work.ts';
import { createRedisLedger } from '../bulk/sweeps/redis-ledger.ts';
import { isInterruption } from '../bulk/sweeps/run-shard.ts';
import { createSweepRunner, type OpenSweep } from '../bulk/sweeps/run-sweeps.ts';
import { createNamedStores, type SweptStores } from '../bulk/sweeps/stores.ts';
import { createSweeps, type Sweeps } from '../bulk/sweeps/sweeps.ts';
import { operationIn } from '../bulk/sweeps/wishes.ts';
import type { Config } from '../config/config.ts';
import type { Counters } from '../counters/counters.ts';
import type { DataPaths } from '../data/data-folder.ts';
import { ServiceError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import type { CacheKeyOf } from '../service/cache-key.ts';
import type { KnownTypes } from '../service/convert-types.ts';
import { compressionsOf, type Operation } from '../service/operation.ts';
import type { State } from '../state/state.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createCompressor } from './create-compressor.ts';
import { filesOwner, spareJobs } from './open-compressor.ts';

type SweepParts = Omit<Parameters<typeof createCompressor>[0], 'client' | 'answerMs' | 'table'> &
  Readonly<{
    accounts: Pick<Accounts, 'get'>;
    counters: Pick<Counters, 'add' | 'checkRoom'>;
    cacheKeyOf: CacheKeyOf;
    known: KnownTypes;
    permits: Readonly<{ slots: number }>;
    /** What nodes share; undefined: this is one machine. */
    state: State | undefined;
    paths: Pick<DataPaths, 'sweeps'>;
    /** Where running jobs are. */
    workFolder: string;
    metrics: Pick<Metrics, 'sweep'>;
    log: Pick<Log, 'warn'>;
    now: () => number;
  }>;

/** Nobody waits for an object, so it may wait for tools that others need. */
const patienceMs = 3_600_000;

/** A shard of a node that was killed is given to another one. */
const leaseMs = 8000;
const [holdMs, pollMs, pauseMs] = [2000, 2000, 2000];
const storagePauses = { firstMs: 1000, longestMs: 60_000 };

/** The sweeps of this service, and the one under way goes on. @throws StartError where their files are damaged. */
export const openSweeps = async (
  config: Config,
  parts: SweepParts,
): Promise<Sweeps & Readonly<{ close: () => Promise<void> }>> => {
  const { state, now, known, paths, metrics } = parts;
  const ledger: SweepLedger =
    state === undefined
      ? await openFileLedger({ folder: paths.sweeps, now })
      : createRedisLedger({ state, now, leaseMs });
  // Beside that folder, whose files are those of jobs.
  const objectFolder = `${parts.workFolder}-sweep`;
  await rm(objectFolder, { recursive: true, force: true });
  makeFolder(objectFolder, 0o700);
  const stores = createNamedStores(config.storage);
  const onProblem = (err: unknown): void => parts.log.warn({ err }, 'sweep');
  const openWork = async (sweep: Sweep): Promise<OpenSweep> => {
    const account = await accountFor(sweep, parts);
    const opened = await stores.open(sweep.wishes, account.id);
    return openSweep(sweep, opened, config, { ...parts, objectFolder });
  };
  const hasRoom = async (sweep: Sweep): Promise<boolean> => {
    try {
      await checkRoom(sweep, priceOf(operationIn(sweep.wishes, known)), parts);
      return true;
    } catch {
      return false;
    }
  };
  const pace = { holdMs, pollMs, pauseMs, storagePauses };
  const runner = createSweepRunner({
    ...{ ledger, ...pace, open: openWork, hasRoom, onResult: metrics.sweep, onProblem },
  });
  const close = async (): Promise<void> => {
    await runner.close();
    await ledger.close();
    await rm(objectFolder, { recursive: true, force: true });
  };
  return { ...createSweeps({ ledger, stores, known, wake: runner.wake, now }), close };
};

const openSweep = (
  sweep: Sweep,
  stores: SweptStores,
  config: Config,
  parts: SweepParts & Readonly<{ objectFolder: string }>,
): OpenSweep => {
  const { id, wishes, account, safety, kind } = sweep;
  const { minSaving, include, exclude } = wishes;
  const share = wishes.share ?? 1;
  const operation = operationIn(wishes, parts.known);
  const price = priceOf(operation);
  const compressor = createCompressor({
    ...{ ...parts, table: config, answerMs: patienceMs },
    client: { accountId: account, background: { share } },
  });
  const work = {
    ...{ ...stores, ...safety, compressor, operation, isInterruption, sweep: id },
    ...{ isTrial: kind === 'dry-run', journal: undefined, folder: parts.objectFolder },
    settings: settingsOf(parts.cacheKeyOf('', filesOwner), operation, minSaving ?? 0),
    ...{ minSaving: minSaving ?? 0, maxBytes: config.limits.uploadBytes },
  };
  const selection = createSelection({ include: include ?? [], exclude: exclude ?? [] });
  const atOnce = Math.max(1, Math.round(share * parts.permits.slots)) + spareJobs;
  return {
    ...{ source: stores.source, selection, atOnce, close: stores.close },
    look: lookOf(sweep, { work, selection, atOnce }),
    checkRoom: async (objects) => {
      if (kind === 'compress') await checkRoom(sweep, objects * price, parts);
      // Nothing is counted, but rights may end at any time.
      else await accountFor(sweep, parts);
    },
    count: async (requestId) => {
      // What was stored is counted. The limit was asked before.
      await parts.counters.add(account, price, { requestId, mayRepeat: true });
    },
  };
};

/** Compressions that an object adds to the account's month, as an upload and an operation do. */
const priceOf = (operation: Operation): number => 1 + compressionsOf(operation);

const checkRoom = async (sweep: Sweep, compressions: number, parts: SweepParts): Promise<void> => {
  const { id, monthlyLimit } = await accountFor(sweep, parts);
  await parts.counters.checkRoom(id, compressions, monthlyLimit);
};

/** @throws ServiceError `not_found` where the account may run no sweeps any more. */
const accountFor = async ({ account: id }: Sweep, { accounts }: SweepParts): Promise<Account> => {
  const account = await accounts.get(id);
  if (account !== undefined && !account.disabled && account.role === 'admin') return account;
  throw new ServiceError('not_found', 'The account that runs the sweep is no administrator.');
};
