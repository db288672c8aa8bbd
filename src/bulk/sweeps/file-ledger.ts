import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedWrite, writeFileAtomically, type WriteFile } from '../../durable-file.ts';
import { makeFolder } from '../../make-folder.ts';
import {
  lookedAt,
  isUnderWay,
  mostFailures,
  mostSweeps,
  type ObjectResult,
  type Sweep,
  type SweepLedger,
  type SweepPlan,
} from './ledger.ts';
import { readSweeps, type Stored } from './stored-sweeps.ts';

type FileLedgerOptions = Readonly<{
  folder: string;
  /** Milliseconds since 1970. */
  now: () => number;
  writeFile?: WriteFile;
}>;

/**
 * Sweeps of one machine, in a file each. Only this process may write them. Changes that arrive while a file is being
 * written share the next write (group commit).
 * @throws StartError where a file is damaged; it is left as it is.
 */
export const openFileLedger = async ({
  folder,
  now,
  writeFile = writeFileAtomically,
}: FileLedgerOptions): Promise<SweepLedger> => {
  makeFolder(folder, 0o700);
  const sweeps = new Map<string, Stored>();
  for (const stored of await readSweeps(folder)) sweeps.set(stored.sweep.id, stored);
  /** Shards that are worked on. After a restart, none is. */
  const claimed = new Set<string>();
  const files = new WeakMap<Stored, ReturnType<typeof sharedWrite>>();
  const pathOf = (id: string): string => join(folder, `${id}.json`);

  const store = (stored: Stored): Promise<void> => {
    const write = () => writeFile(pathOf(stored.sweep.id), JSON.stringify(stored));
    const file = files.get(stored) ?? sharedWrite(write);
    files.set(stored, file);
    return file.run();
  };

  const endWhereDone = (stored: Stored): void => {
    const { sweep, shards } = stored;
    if (!sweep.isListed || Object.keys(shards).length > 0 || !isUnderWay(sweep)) return;
    set(stored, { status: 'done', reason: null, detail: null, endedAt: timeOf(now()) });
  };

  const sorted = (): readonly Stored[] =>
    [...sweeps.values()].toSorted((one, other) =>
      other.sweep.startedAt.localeCompare(one.sweep.startedAt),
    );

  const prune = async (): Promise<void> => {
    for (const { sweep } of sorted().slice(mostSweeps)) {
      sweeps.delete(sweep.id);
      await rm(pathOf(sweep.id), { force: true });
    }
  };

  return {
    begin: async (plan) => {
      if ([...sweeps.values()].some(({ sweep }) => isUnderWay(sweep))) return false;
      const stored = { sweep: newSweep(plan, now()), failures: [], shards: {}, last: 0 };
      sweeps.set(plan.id, stored);
      await store(stored).catch((error: unknown) => {
        sweeps.delete(plan.id);
        throw error;
      });
      await prune();
      return true;
    },
    list: async () => sorted().map(({ sweep }) => sweep),
    find: async (id) => sweeps.get(id)?.sweep,
    failures: async (id) => sweeps.get(id)?.failures ?? [],
    change: async (id, from, to, why) => {
      const stored = sweeps.get(id);
      if (stored === undefined || !from.includes(stored.sweep.status)) return false;
      const isEnd = to === 'stopped';
      if (isEnd) stored.shards = {};
      set(stored, {
        ...{ status: to, reason: why?.reason ?? null, detail: why?.detail ?? null },
        ...(isEnd && { endedAt: timeOf(now()) }),
        ...(to === 'running' && { since: { at: now(), objects: lookedAt(stored.sweep) } }),
      });
      await store(stored);
      return true;
    },
    setTotal: async (id, objects) => {
      const stored = sweeps.get(id);
      if (stored === undefined || stored.sweep.total !== null) return;
      set(stored, { total: objects });
      await store(stored);
    },
    extend: async (id, { before, cursor, isListed, shards }) => {
      const stored = sweeps.get(id);
      if (stored === undefined || stored.sweep.cursor !== before || stored.sweep.isListed) return;
      for (const objects of shards) stored.shards[String(stored.last++)] = { objects, counted: [] };
      set(stored, { cursor, isListed });
      endWhereDone(stored);
      await store(stored);
    },
    claim: async (id) => {
      const shards = Object.entries(sweeps.get(id)?.shards ?? {});
      const [shard, found] = shards.find(([each]) => !claimed.has(`${id}/${each}`)) ?? [];
      if (shard === undefined || found === undefined) return undefined;
      claimed.add(`${id}/${shard}`);
      const { objects, counted } = found;
      return { id: shard, objects, isCounted: (index) => counted.includes(index) };
    },
    hold: async (id) => sweeps.get(id)?.sweep.status ?? 'lost',
    release: async (id, shard) => void claimed.delete(`${id}/${shard}`),
    advance: async (id, shard, index, result) => {
      const { failure, estimate } = result;
      const stored = sweeps.get(id);
      const found = stored?.shards[shard];
      if (stored === undefined || found === undefined) return;
      if (!found.counted.includes(index)) {
        found.counted.push(index);
        count(stored, result);
        if (estimate !== undefined) set(stored, { estimate });
        if (failure !== undefined && stored.failures.length < mostFailures) {
          stored.failures.push(failure);
        }
        if (found.counted.length === found.objects.length) delete stored.shards[shard];
        endWhereDone(stored);
      }
      await store(stored);
    },
    close: async () => {
      await Promise.all(sweeps.values().map((stored) => files.get(stored)?.settled()));
    },
  };
};

const set = (stored: Stored, changes: Partial<Sweep>): void => {
  stored.sweep = { ...stored.sweep, ...changes };
};

const count = (stored: Stored, { happened, before, after }: ObjectResult): void => {
  if (happened === 'estimated') return;
  const { sweep } = stored;
  const counts = { ...sweep.counts, [happened]: sweep.counts[happened] + 1 };
  const isSaved = happened === 'compressed';
  set(stored, {
    counts,
    ...(isSaved && { before: sweep.before + before, after: sweep.after + after }),
  });
};

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A sweep that begins. */
const newSweep = (plan: SweepPlan, at: number): Sweep => ({
  ...plan,
  ...{ status: 'running', reason: null, detail: null, endedAt: null, total: null },
  counts: { compressed: 0, restored: 0, done: 0, left: 0, failed: 0 },
  ...{ before: 0, after: 0, cursor: '', isListed: false },
  ...{ since: { at, objects: 0 }, estimate: null },
});
