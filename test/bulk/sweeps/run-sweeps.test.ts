import { expect } from 'chai';
import type { ListedObject, ObjectStore } from '../../../src/bucket.ts';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import type { ObjectResult, SweepLedger } from '../../../src/bulk/sweeps/ledger.ts';
import { createSweepRunner, type OpenSweep } from '../../../src/bulk/sweeps/run-sweeps.ts';
import { ServiceError } from '../../../src/errors.ts';
import { StorageFailure } from '../../../src/storage/object-client.ts';
import { planOf } from '../../suites/sweep-ledger-suite.ts';
import { allPictures } from '../../support/bulk/sweeping.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { until } from '../../support/until.ts';

const compressed: ObjectResult = { happened: 'compressed', before: 12, after: 6 };

const storageFailure = (isRetryable: boolean) =>
  new StorageFailure({ ...{ kind: 'failed', code: 'Busy', sentence: 'It is busy.' }, isRetryable });

describe('the work on sweeps', () => {
  let ledger: SweepLedger;
  let listed: ListedObject[];
  let counted: string[];
  let problems: unknown[];
  let pauses: unknown[];
  let heardOfPause: number;
  let closing: () => Promise<void>;
  // Before the folder is removed.
  afterEach(async () => {
    await closing();
    await ledger.close();
  });
  const inFolder = temporaryFolders();
  beforeEach(async () => {
    ledger = await openFileLedger({ folder: inFolder('sweeps'), now: Date.now });
    [counted, problems, pauses, heardOfPause] = [[], [], [], 0];
    listed = Array.from({ length: 1250 }, (_, number) => ({
      key: `${String(number).padStart(5, '0')}.jpg`,
      bytes: 12,
      etag: '',
      isArchived: false,
    }));
    listed.push({ key: 'notes.txt', bytes: 12, etag: '', isArchived: false });
  });

  const source = {
    list: async function* (_: AbortSignal, after = '') {
      for (const object of listed) if (object.key > after) yield object;
    },
  } as Partial<ObjectStore> as ObjectStore;

  /** A ledger that notes how sweeps are paused, and how often a node has heard that one is. */
  const watched = (all: SweepLedger): SweepLedger => ({
    ...all,
    change: async (id, from, to, why) => {
      const isChanged = await all.change(id, from, to, why);
      if (isChanged && to === 'paused') pauses.push(why);
      return isChanged;
    },
    hold: async (id, shard) => {
      const status = await all.hold(id, shard);
      if (status === 'paused') heardOfPause += 1;
      return status;
    },
  });

  /** Works on sweeps, with what is given in the place of what compresses all. */
  const run = (work: Partial<OpenSweep> = {}, room: () => boolean = () => true): void => {
    const runner = createSweepRunner({
      ...{ ledger: watched(ledger), holdMs: 5, pauseMs: 1, pollMs: 1 },
      storagePauses: { firstMs: 1, longestMs: 1 },
      open: async () => ({
        ...{ source, selection: allPictures, atOnce: 8, close: () => undefined },
        look: async () => compressed,
        checkRoom: async () => undefined,
        count: async (id) => void counted.push(id),
        ...work,
      }),
      hasRoom: async () => room(),
      onResult: () => undefined,
      onProblem: (error) => void problems.push(error),
    });
    closing = runner.close;
  };
  const ended = (status = 'done') =>
    until(`it is ${status}`, async () => {
      const sweep = await ledger.find('one');
      return sweep?.status === status && sweep;
    });

  it('lists all pictures in shards, looks at each once and counts each for its account', async () => {
    await ledger.begin(planOf('one'));
    const seen: string[] = [];
    run({
      look: async ({ key }) => {
        seen.push(key);
        return key.startsWith('00001') ? { ...compressed, happened: 'done' } : compressed;
      },
    });
    const { counts, total } = await ended();
    expect(seen.toSorted()).to.deep.equal(listed.slice(0, -1).map(({ key }) => key));
    expect([total, counts.compressed, counts.done]).to.deep.equal([1250, 1249, 1]);
    expect([counted.length, new Set(counted).size]).to.deep.equal([1249, 1249]);
    expect(problems).to.deep.equal([]);
  });

  it('goes on with its listing after a key that requests can have', async () => {
    // A storage sorts them by their bytes, which are after those of their replacement.
    const about = { bytes: 12, etag: '', isArchived: false };
    listed.splice(900, 0, ...Array.from({ length: 300 }, () => ({ key: '\uFFFD.jpg', ...about })));
    await ledger.begin(planOf('one'));
    let listings = 0;
    run({
      source: {
        ...source,
        list: async function* (_: AbortSignal, after = '') {
          if (after !== '') listings += 1;
          const from = listed.findIndex(({ key }) => key === after) + 1;
          yield* listed.slice(from);
        },
      },
    });
    expect((await ended()).counts).to.include({ compressed: 1550 });
    expect(listings).to.equal(1);
  });

  it('tries an object again that the service had no room for, and what could not be counted', async () => {
    listed.length = 3;
    await ledger.begin(planOf('one'));
    let [busy, away] = [2, 2];
    run({
      look: async () => {
        if ((busy -= 1) >= 0) throw new ServiceError('unavailable', 'The service is busy.');
        return compressed;
      },
      count: async (id) => {
        counted.push(id);
        if ((away -= 1) >= 0) throw new Error('no answer');
      },
    });
    expect((await ended()).counts).to.include({ compressed: 3, failed: 0 });
    // What may be counted already has the same id again.
    expect([counted.length, new Set(counted).size, problems.length]).to.deep.equal([5, 3, 4]);
  });

  for (const isRetryable of [true, false]) {
    it(`pauses where the storage fails, and goes on later${isRetryable ? '' : ', also where it refuses'}`, async () => {
      listed.length = 20;
      await ledger.begin(planOf('one'));
      // Else they are counted by a listing of its own.
      await ledger.setTotal('one', 20);
      let failures = 1;
      run({
        ...(!isRetryable && {
          source: {
            ...source,
            list: (signal, after) => {
              if ((failures -= 1) >= 0) throw storageFailure(false);
              return source.list(signal, after);
            },
          },
        }),
        look: async () => {
          if (isRetryable && (failures -= 1) >= 0) throw storageFailure(true);
          return compressed;
        },
      });
      const { counts } = await ended();
      expect(pauses).to.deep.equal([{ reason: 'storage', detail: 'Busy: It is busy.' }]);
      expect(counts).to.include({ compressed: 20, failed: 0 });
    });
  }

  it('pauses at the limit of the account, and goes on when there is room', async () => {
    listed.length = 20;
    await ledger.begin(planOf('one'));
    let left = 5;
    const limit = new ServiceError('monthly_limit_exceeded', 'Your monthly limit is reached.');
    run(
      {
        checkRoom: async (objects) => {
          if (objects > left) throw limit;
        },
        count: async () => void (left -= 1),
      },
      () => left > 0,
    );
    await until('all that has room is compressed', async () => {
      const sweep = await ledger.find('one');
      return sweep?.reason === 'monthly_limit' && sweep.counts.compressed === 5;
    });
    left = 100;
    expect((await ended()).counts.compressed).to.equal(20);
  });

  it('begins no object more once it is paused or stopped, and finishes those under way', async () => {
    await ledger.begin(planOf('one'));
    const begun: (() => void)[] = [];
    run({ look: () => new Promise((resolve) => begun.push(() => resolve(compressed))) });
    await until('some are under way', () => begun.length === 8);
    await ledger.change('one', ['running'], 'paused', { reason: 'administrator' });
    await until('that was noticed', () => heardOfPause > 0);
    for (const end of begun.splice(0)) end();
    const counts = await until('they are counted', async () => {
      const sweep = await ledger.find('one');
      return sweep?.counts.compressed === 8 && sweep.counts;
    });
    expect([counts.compressed, begun.length]).to.deep.equal([8, 0]);
    await ledger.change('one', ['paused'], 'stopped');
    expect((await ended('stopped')).counts.compressed).to.equal(8);
  });
});
