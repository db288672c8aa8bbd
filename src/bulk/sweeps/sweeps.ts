import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import type { KnownTypes } from '../../service/convert-types.ts';
import { StorageFailure } from '../../storage/object-client.ts';
import { type Safety, safetyOf } from '../sweep/safety.ts';
import { isUnderWay, type Sweep, type SweepLedger, type SweepPlan } from './ledger.ts';
import type { NamedStores } from './stores.ts';
import { readWishes, refused, type SweepWishes } from './wishes.ts';

export const sweepActions = ['pause', 'resume', 'stop', 'undo'] as const;
export type SweepAction = (typeof sweepActions)[number];

type SweepsParts = Readonly<{
  ledger: SweepLedger;
  stores: NamedStores;
  known: KnownTypes;
  /** Called where there is something to do. */
  wake: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** The use cases of sweeps, for administrators. All reject with `unavailable` where the state is away. */
export const createSweeps = ({ ledger, stores, known, wake, now }: SweepsParts) => {
  const sweepOf = async (id: string): Promise<Sweep> => {
    const sweep = await ledger.find(id);
    if (sweep === undefined) throw new ServiceError('not_found', 'There is no such sweep.');
    return sweep;
  };

  const begin = async (plan: Omit<SweepPlan, 'id' | 'startedAt'>): Promise<Sweep> => {
    const id = randomBytes(8).toString('hex');
    const whole = { ...plan, id, startedAt: new Date(now()).toISOString() };
    if (!(await ledger.begin(whole))) {
      const reason = { id: 'sweep_under_way' } as const;
      throw refused('Another sweep is under way. Stop it, or wait for its end.', { reason });
    }
    wake();
    return sweepOf(id);
  };

  const undo = (account: string, sweep: Sweep): Promise<Sweep> => {
    const { wishes, safety, kind, id } = sweep;
    if (kind !== 'compress') throw refused('Only a sweep that has compressed can be undone.');
    if (isUnderWay(sweep)) throw refused('The sweep is under way. Stop it before.');
    if (wishes.to) throw refused('What "to" has stored replaced nothing.');
    if (!wishes.backup && !safety.keepsVersions) throw refused('Originals were not kept.');
    return begin({ kind: 'undo', account, wishes, safety, undoes: id });
  };

  return {
    /** Names of the stores that an account may name. */
    storesFor: stores.namesFor,
    /**
     * Begins a sweep. `body` is parsed JSON. A probe of the storage comes first.
     * @throws ServiceError `bad_request`, also where another sweep is under way.
     */
    start: async (account: string, body: unknown): Promise<Sweep> => {
      const wishes = readWishes(body, known);
      if (wishes.dryRun === true) {
        (await stores.open(wishes, account)).close();
        const safety = { heedsConditions: false, keepsVersions: false };
        return begin({ kind: 'dry-run', account, wishes, safety });
      }
      const safety = await probe(wishes, account, stores);
      return begin({ kind: 'compress', account, wishes, safety });
    },
    /** The last ones, newest first. */
    list: ledger.list,
    /** @throws ServiceError `not_found`. */
    find: async (id: string) => ({ ...(await sweepOf(id)), failures: await ledger.failures(id) }),
    /** `undo` begins another sweep, which it gives. @throws ServiceError `not_found`, `bad_request`. */
    act: async (account: string, id: string, action: SweepAction): Promise<Sweep> => {
      const sweep = await sweepOf(id);
      if (action === 'undo') return undo(account, sweep);
      const { from, to } = changes[action];
      const why = { reason: 'administrator' } as const;
      const isDone = await ledger.change(id, from, to, to === 'paused' ? why : undefined);
      if (!isDone) throw refused(`The sweep is ${sweep.status}.`);
      wake();
      return sweepOf(id);
    },
  };
};

export type Sweeps = ReturnType<typeof createSweeps>;

const changes = {
  // One that goes on by itself stays paused then.
  pause: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
} as const;

const probe = async (
  wishes: SweepWishes,
  account: string,
  stores: NamedStores,
): Promise<Safety> => {
  const opened = await stores.open(wishes, account);
  const accepted = {
    races: wishes.acceptRaces === true,
    noOriginals: wishes.noOriginals === true,
  };
  try {
    const safety = await safetyOf(opened, accepted, AbortSignal.timeout(probeMs));
    if (typeof safety !== 'string') return safety;
    throw refused(unsafe[safety], { reason: { id: `sweep_${safety}` } });
  } catch (error) {
    if (error instanceof StorageFailure)
      throw refused(`source: ${error.message}`, { cause: error });
    if (error instanceof DOMException)
      throw refused('source: it does not answer', { cause: error });
    throw error;
  } finally {
    opened.close();
  }
};

/** A person waits for it. */
const probeMs = 30_000;

const unsafe = {
  races:
    'acceptRaces: expected true, since the storage ignores conditional writes: an object that somebody replaces meanwhile could be lost. Or give "to".',
  originals:
    'backup: expected a place for originals, since the bucket keeps no versions of objects that are replaced. Or give "to", or noOriginals.',
} as const;
