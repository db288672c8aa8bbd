import { setTimeout } from 'node:timers/promises';
import type { ListedObject, ObjectStore } from '../../bucket.ts';
import { ServiceError } from '../../errors.ts';
import { StorageFailure } from '../../storage/object-client.ts';
import { reasonOf } from '../failure.ts';
import { rawOf } from '../raw-path.ts';
import type { Selection } from '../selection.ts';
import { countAll } from '../run.ts';
import { selectedObjects } from '../sweep/object-batch.ts';
import { isNamed } from '../sweep/sweep-object.ts';
import type { PauseReason, Sweep } from './ledger.ts';
import { type ObjectWork, runShard, type ShardParts } from './run-shard.ts';
import { createStoragePauses, type PauseTimes } from './storage-pauses.ts';

/** A sweep with its stores open. */
export type OpenSweep = ObjectWork &
  Readonly<{ source: ObjectStore; selection: Selection; close: () => void }>;

type SweepRunnerParts = ShardParts &
  Readonly<{
    /** @throws ServiceError where the account may not run it any more; an error that says what is wrong with a store. */
    open: (sweep: Sweep) => Promise<OpenSweep>;
    /** Whether the account of a sweep may compress at least one object more. */
    hasRoom: (sweep: Sweep) => Promise<boolean>;
    /** How often others are asked whether there is something to do. */
    pollMs: number;
    /** How long a sweep is paused since its storage has failed. */
    storagePauses: PauseTimes;
  }>;

/** Objects of a shard. */
const shardObjects = 100;

/** Objects that are looked at for some shards: those of one answer of the storage. */
const listedAtOnce = 1000;

/** What stands for all objects, of which a dry run draws its sample. */
const wholeBucket = { key: '', bytes: 0, etag: '', isArchived: false };

/** Works on the sweep that is under way, on this node, as long as there is one. */
export const createSweepRunner = (parts: SweepRunnerParts) => {
  const { ledger, open, hasRoom, pollMs, onProblem } = parts;
  const closing = new AbortController();
  let waking = new AbortController();
  const isStoragePauseOver = createStoragePauses(parts.storagePauses);

  const pause = async (): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, waking.signal]);
    await setTimeout(pollMs, undefined, { signal }).catch(() => undefined);
    waking = new AbortController();
  };

  const workOn = async (sweep: Sweep): Promise<void> => {
    const opened = await open(sweep);
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, closing.signal]);
    const counting = sweep.total === null ? countObjects(sweep, opened, signal) : undefined;
    try {
      for (let now = await ledger.find(sweep.id); ; now = await ledger.find(sweep.id)) {
        if (now?.status !== 'running' || closing.signal.aborted) return;
        const shard = await ledger.claim(sweep.id);
        if (shard !== undefined) await runShard(sweep, shard, opened, parts, closing.signal);
        else if (!now.isListed) await listMore(now, opened, closing.signal);
        // Other nodes have the last ones, and may be killed.
        else await pause();
      }
    } finally {
      ended.abort();
      await counting;
      opened.close();
    }
  };

  const countObjects = async (
    { id }: Sweep,
    { source, selection }: OpenSweep,
    signal: AbortSignal,
  ): Promise<void> => {
    try {
      const items = (until: AbortSignal) => selectedObjects(source, selection, until);
      const objects = await countAll({ items }, signal);
      if (!signal.aborted) await ledger.setTotal(id, objects);
    } catch (error) {
      onProblem(error);
    }
  };

  const listMore = async (
    { id, kind, cursor: before }: Sweep,
    { source, selection }: OpenSweep,
    signal: AbortSignal,
  ): Promise<void> => {
    if (kind === 'dry-run') {
      const shards = [[wholeBucket]];
      return ledger.extend(id, { before, cursor: before, isListed: true, shards });
    }
    const listed: ListedObject[] = [];
    let isListed = true;
    for await (const object of source.list(signal, before)) {
      listed.push(object);
      // The listing goes on after the last one.
      if (listed.length >= listedAtOnce && isNamed(object)) {
        isListed = false;
        break;
      }
    }
    const taken = listed.filter(({ key }) => selection.takesFile(rawOf(key)));
    const shards = Array.from({ length: Math.ceil(taken.length / shardObjects) }, (_, index) =>
      taken.slice(index * shardObjects, (index + 1) * shardObjects),
    );
    const cursor = listed.at(-1)?.key ?? before;
    await ledger.extend(id, { before, cursor, isListed, shards });
  };

  const workOnCurrent = async (): Promise<void> => {
    const [sweep] = await ledger.list();
    if (sweep?.status === 'running') {
      await workOn(sweep).catch((error: unknown) => interrupted(sweep, error));
    } else if (sweep?.status === 'paused' && (await mayGoOn(sweep))) {
      await ledger.change(sweep.id, ['paused'], 'running');
    }
  };

  /** Whether what a sweep was paused for may have passed. */
  const mayGoOn = async (sweep: Sweep): Promise<boolean> => {
    if (sweep.reason === 'storage') return isStoragePauseOver(sweep);
    return sweep.reason === 'monthly_limit' && hasRoom(sweep);
  };

  const interrupted = async ({ id }: Sweep, error: unknown): Promise<void> => {
    if (closing.signal.aborted) return;
    const reason = pauseReasonOf(error);
    if (reason === undefined) throw error;
    const detail = reason === 'storage' ? reasonOf(error) : undefined;
    await ledger.change(id, ['running'], 'paused', { reason, detail });
  };

  const keepWorking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await workOnCurrent().catch((error: unknown) => {
        if (!closing.signal.aborted) onProblem(error);
      });
      await pause();
    }
  };

  const working = keepWorking();
  return {
    /** Looks for something to do at once. */
    wake: (): void => waking.abort(),
    close: async (): Promise<void> => {
      closing.abort(new ServiceError('unavailable', 'The service is shutting down.'));
      await working;
    },
  };
};

/** Why an error pauses a sweep; undefined for one that is only to be tried again. */
const pauseReasonOf = (error: unknown): PauseReason | undefined => {
  if (error instanceof StorageFailure) return 'storage';
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === 'monthly_limit_exceeded') return 'monthly_limit';
  return error.code === 'bad_request' || error.code === 'not_found' ? 'account' : undefined;
};
