import type { ListedObject } from '../../bucket.ts';
import type { DryRun } from '../dry-run.ts';
import type { SweepWork } from '../sweep/store-result.ts';
import type { SweepWishes } from './wishes.ts';

/** What a sweep was started with. */
export type SweepPlan = Readonly<{
  id: string;
  kind: 'compress' | 'dry-run' | 'undo';
  /** Id of the account that runs it. */
  account: string;
  wishes: SweepWishes;
  /** The sweep whose results are given back. */
  undoes?: string;
  safety: Pick<SweepWork, 'heedsConditions' | 'keepsVersions'>;
  /** ISO 8601, UTC. */
  startedAt: string;
}>;

/** `paused` goes on when somebody, or the reason, lets it. The last two have ended. */
export type SweepStatus = 'running' | 'paused' | 'stopped' | 'done';

/** Why a sweep is paused. */
export type PauseReason = 'administrator' | 'monthly_limit' | 'account' | 'storage';

/** What happened to an object. `restored`: by an undo. `estimated`: a dry run has ended, which is one object. */
type Happened = 'compressed' | 'restored' | 'done' | 'left' | 'failed' | 'estimated';

export const happenings = ['compressed', 'restored', 'done', 'left', 'failed'] as const;

export type Sweep = SweepPlan &
  Readonly<{
    status: SweepStatus;
    reason: PauseReason | null;
    /** What the storage said. */
    detail: string | null;
    endedAt: string | null;
    /** Objects that it looks at; null until they are counted. */
    total: number | null;
    counts: Readonly<Record<(typeof happenings)[number], number>>;
    /** Bytes of the objects that were compressed. */
    before: number;
    after: number;
    /** The last key of the listing so far. */
    cursor: string;
    isListed: boolean;
    /** When it went on last (milliseconds since 1970), and how many objects it had looked at then. */
    since: Readonly<{ at: number; objects: number }>;
    estimate: DryRun | null;
  }>;

/** Objects of the listing that one node works on. */
export type Shard = Readonly<{
  id: string;
  objects: readonly ListedObject[];
  /** Whether an object was counted. */
  isCounted: (index: number) => boolean;
}>;

export type FailedObject = Readonly<{ key: string; reason: string }>;

export type ObjectResult = Readonly<{
  happened: Happened;
  before: number;
  after: number;
  /** Of an object that failed or was left. */
  failure?: FailedObject;
  estimate?: DryRun;
}>;

/** What was listed since `before`, to its last key. */
export type Listing = Readonly<{
  before: string;
  cursor: string;
  isListed: boolean;
  shards: readonly (readonly ListedObject[])[];
}>;

/**
 * The sweeps of a service, one of which is under way at most. All nodes work with one ledger. Objects are counted once,
 * whoever works on them and however often: a shard has a mark for each, which is set together with the counts.
 * A change is stored when its promise resolves.
 */
export type SweepLedger = Readonly<{
  /** False where another sweep is under way. */
  begin: (plan: SweepPlan) => Promise<boolean>;
  /** The last sweeps, newest first. */
  list: () => Promise<readonly Sweep[]>;
  find: (id: string) => Promise<Sweep | undefined>;
  /** Objects that have failed, or were left for a reason that somebody may want to know; the first of them. */
  failures: (id: string) => Promise<readonly FailedObject[]>;
  /** False where the sweep has another status than those of `from`. */
  change: (
    id: string,
    from: readonly SweepStatus[],
    to: SweepStatus,
    why?: Readonly<{ reason: PauseReason; detail?: string | undefined }>,
  ) => Promise<boolean>;
  /** Where it is not known yet. */
  setTotal: (id: string, objects: number) => Promise<void>;
  /** Adds shards, unless somebody else has listed further. A listing that ends without shards ends the sweep. */
  extend: (id: string, listing: Listing) => Promise<void>;
  /** A shard that nobody works on, or whose node has not held it for a while. */
  claim: (id: string) => Promise<Shard | undefined>;
  /** Keeps a shard, and gives the status of its sweep. `lost`: another node has it now. */
  hold: (id: string, shard: string) => Promise<SweepStatus | 'lost'>;
  /** Lets others have a shard. */
  release: (id: string, shard: string) => Promise<void>;
  /** Counts an object, unless it was counted. The last one of all ends the sweep. */
  advance: (id: string, shard: string, index: number, result: ObjectResult) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Sweeps that are remembered. */
export const mostSweeps = 20;

/** Failures that are remembered of each. */
export const mostFailures = 1000;

/** Objects that a sweep has looked at. */
export const lookedAt = ({ counts }: Pick<Sweep, 'counts'>): number =>
  happenings.reduce((sum, happened) => sum + counts[happened], 0);

export const isUnderWay = ({ status }: Pick<Sweep, 'status'>): boolean =>
  status === 'running' || status === 'paused';
