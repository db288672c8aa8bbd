import { expect } from 'chai';
import type { ListedObject } from '../../src/bucket.ts';
import {
  type Listing,
  type ObjectResult,
  mostFailures,
  mostSweeps,
  type SweepLedger,
  type SweepPlan,
} from '../../src/bulk/sweeps/ledger.ts';

const objectsOf = (...keys: readonly string[]): readonly ListedObject[] =>
  keys.map((key) => ({ key, bytes: 12, etag: `"${key}"`, isArchived: false }));

export const planOf = (id: string, more: Partial<SweepPlan> = {}): SweepPlan => ({
  ...{ id, kind: 'compress', account: 'acct_a', wishes: { source: { store: 'shop' } } },
  safety: { heedsConditions: true, keepsVersions: false },
  startedAt: '2026-11-20T12:00:00.000Z',
  ...more,
});

/** The listing of a sweep, which is complete. */
export const listingOf = (...shards: Listing['shards']): Listing => ({
  ...{ before: '', cursor: 'last.jpg', isListed: true, shards },
});

const compressed: ObjectResult = { happened: 'compressed', before: 12, after: 6 };
const failed: ObjectResult = {
  ...{ happened: 'failed', before: 12, after: 12 },
  failure: { key: 'b.jpg', reason: 'The picture is broken.' },
};

/**
 * What every implementation of `SweepLedger` promises. `create` makes an empty one; with `again`, one of another process
 * on the same data.
 */
export const sweepLedgerSuite = (
  name: string,
  create: (now: () => number, again?: boolean) => Promise<SweepLedger>,
): void => {
  describe(`${name} as ledger of sweeps`, () => {
    let time = 0;
    let ledger: SweepLedger;
    beforeEach(async () => {
      time = Date.parse('2026-11-20T12:00:00Z');
      ledger = await create(() => time);
    });
    afterEach(() => ledger.close());

    const begun = async (...shards: readonly (readonly ListedObject[])[]): Promise<void> => {
      expect(await ledger.begin(planOf('one'))).to.equal(true);
      await ledger.extend('one', listingOf(...shards));
    };

    it('tells what a sweep was begun with, and that it runs', async () => {
      expect([await ledger.list(), await ledger.find('one')]).to.deep.equal([[], undefined]);
      const plan = planOf('one', {
        wishes: { source: { store: 'shop', prefix: 'ü' }, share: 0.5 },
      });
      await ledger.begin(plan);
      const sweep = await ledger.find('one');
      expect(sweep).to.deep.equal({
        ...plan,
        ...{ status: 'running', reason: null, detail: null, endedAt: null, total: null },
        counts: { compressed: 0, restored: 0, done: 0, left: 0, failed: 0 },
        ...{ before: 0, after: 0, cursor: '', isListed: false },
        ...{ since: { at: time, objects: 0 }, estimate: null },
      });
      expect(await ledger.list()).to.deep.equal([sweep]);
      expect(await ledger.failures('one')).to.deep.equal([]);
    });

    it('begins no sweep while another one runs or is paused', async () => {
      await ledger.begin(planOf('one'));
      expect(await ledger.begin(planOf('two'))).to.equal(false);
      await ledger.change('one', ['running'], 'paused', { reason: 'administrator' });
      expect(await ledger.begin(planOf('two'))).to.equal(false);
      await ledger.change('one', ['paused'], 'stopped');
      expect(await ledger.begin(planOf('two'))).to.equal(true);
      expect((await ledger.list()).map(({ status }) => status)).to.have.members([
        'running',
        'stopped',
      ]);
    });

    it('counts each object once, and ends with the last one', async () => {
      await begun(objectsOf('a.jpg', 'b.jpg'), objectsOf('c.jpg'));
      const first = (await ledger.claim('one'))!;
      expect(first.objects).to.deep.equal(objectsOf('a.jpg', 'b.jpg'));
      const second = (await ledger.claim('one'))!;
      expect(await ledger.claim('one')).to.equal(undefined);
      for (let times = 0; times < 3; times += 1) {
        await ledger.advance('one', first.id, 0, compressed);
      }
      await Promise.all([failed, failed].map((each) => ledger.advance('one', first.id, 1, each)));
      const left = { happened: 'left', before: 12, after: 12 } as const;
      expect((await ledger.find('one'))?.status).to.equal('running');
      time += 60_000;
      await ledger.advance('one', second.id, 0, left);
      // Once more, where the answer was lost.
      await ledger.advance('one', second.id, 0, left);
      const sweep = await ledger.find('one');
      expect(sweep).to.deep.include({ status: 'done', endedAt: '2026-11-20T12:01:00.000Z' });
      expect(sweep).to.deep.include({
        counts: { compressed: 1, restored: 0, done: 0, left: 1, failed: 1 },
        ...{ before: 12, after: 6 },
      });
      expect(await ledger.failures('one')).to.deep.equal([failed.failure]);
    });

    it('gives a shard again with what was counted, also after a restart', async () => {
      await begun(objectsOf('a.jpg', 'b.jpg'));
      const first = (await ledger.claim('one'))!;
      await ledger.advance('one', first.id, 1, compressed);
      await ledger.release('one', first.id);
      await ledger.close();
      ledger = await create(() => time, true);
      const again = (await ledger.claim('one'))!;
      expect([again.id, again.isCounted(0), again.isCounted(1)]).to.deep.equal([
        ...[first.id, false, true],
      ]);
      await ledger.advance('one', again.id, 1, compressed);
      await ledger.advance('one', again.id, 0, compressed);
      expect((await ledger.find('one'))?.counts.compressed).to.equal(2);
    });

    it('takes what was listed once, however many have listed it', async () => {
      await ledger.begin(planOf('one'));
      const part = { ...listingOf(objectsOf('a.jpg')), cursor: 'a.jpg', isListed: false };
      await Promise.all([part, part, part].map((each) => ledger.extend('one', each)));
      await ledger.extend('one', { ...listingOf(objectsOf('b.jpg')), before: 'a.jpg' });
      await ledger.extend('one', { ...listingOf(objectsOf('c.jpg')), before: 'last.jpg' });
      const shards = [await ledger.claim('one'), await ledger.claim('one')];
      expect(shards.map((shard) => shard?.objects)).to.deep.equal([
        objectsOf('a.jpg'),
        objectsOf('b.jpg'),
      ]);
      expect(await ledger.claim('one')).to.equal(undefined);
    });

    it('ends where nothing is listed', async () => {
      await begun();
      expect((await ledger.find('one'))?.status).to.equal('done');
    });

    it('tells who holds a shard whether the sweep goes on', async () => {
      await begun(objectsOf('a.jpg'));
      const { id } = (await ledger.claim('one'))!;
      expect(await ledger.hold('one', id)).to.equal('running');
      const why = { reason: 'storage', detail: 'It is away.' } as const;
      expect(await ledger.change('one', ['running'], 'paused', why)).to.equal(true);
      expect(await ledger.hold('one', id)).to.equal('paused');
      expect(await ledger.find('one')).to.include({ status: 'paused', ...why });
      expect(await ledger.change('one', ['running'], 'stopped')).to.equal(false);
      await ledger.advance('one', id, 0, compressed);
      // Its last object was under way.
      expect(await ledger.find('one')).to.include({ status: 'done', reason: null, detail: null });
    });

    it('notes when a sweep goes on, and with how many objects', async () => {
      await begun(objectsOf('a.jpg', 'b.jpg'));
      const { id } = (await ledger.claim('one'))!;
      await ledger.advance('one', id, 0, compressed);
      await ledger.change('one', ['running'], 'paused', { reason: 'monthly_limit' });
      time += 1000;
      await ledger.change('one', ['paused'], 'running');
      expect(await ledger.find('one')).to.deep.include({
        ...{ status: 'running', reason: null, since: { at: time, objects: 1 } },
      });
    });

    it('counts nothing any more once it is stopped', async () => {
      await begun(objectsOf('a.jpg', 'b.jpg'));
      const { id } = (await ledger.claim('one'))!;
      await ledger.advance('one', id, 0, compressed);
      await ledger.change('one', ['running', 'paused'], 'stopped');
      expect(await ledger.hold('one', id)).to.equal('stopped');
      await ledger.advance('one', id, 1, compressed);
      await ledger.release('one', id);
      expect(await ledger.claim('one')).to.equal(undefined);
      const sweep = await ledger.find('one');
      expect([sweep?.status, sweep?.counts.compressed]).to.deep.equal(['stopped', 1]);
      expect(sweep?.endedAt).to.equal('2026-11-20T12:00:00.000Z');
    });

    it('keeps the first total, and the estimate of a dry run', async () => {
      const wishes = { source: { store: 'shop' }, dryRun: true };
      await ledger.begin(planOf('one', { kind: 'dry-run', wishes }));
      await ledger.extend('one', { ...listingOf(objectsOf('')), cursor: '' });
      await ledger.setTotal('one', 7);
      await ledger.setTotal('one', 8);
      const estimate = {
        ...{ files: 7, bytes: 84, measured: 7, saved: 42, savedLow: 42, savedHigh: 42 },
        ...{ milliseconds: 7, seconds: 1 },
      };
      const { id } = (await ledger.claim('one'))!;
      await ledger.advance('one', id, 0, { happened: 'estimated', before: 0, after: 0, estimate });
      const sweep = await ledger.find('one');
      expect(sweep).to.deep.include({ status: 'done', total: 7, estimate });
      expect(sweep?.counts).to.deep.equal({
        ...{ compressed: 0, restored: 0, done: 0, left: 0, failed: 0 },
      });
    });

    it('remembers so many failures, and so many sweeps', async function () {
      this.timeout(30_000);
      await begun(objectsOf(...Array.from({ length: mostFailures + 2 }, (_, n) => `${n}.jpg`)));
      const { id, objects } = (await ledger.claim('one'))!;
      await Promise.all(objects.map((_, index) => ledger.advance('one', id, index, failed)));
      expect(await ledger.failures('one')).to.have.length(mostFailures);
      for (let count = 0; count < mostSweeps; count += 1) {
        const startedAt = new Date(time + 1000 * (count + 1)).toISOString();
        await ledger.begin(planOf(`more-${count}`, { startedAt }));
        await ledger.extend(`more-${count}`, listingOf());
      }
      const ids = (await ledger.list()).map((sweep) => sweep.id);
      expect([ids.length, ids[0]]).to.deep.equal([mostSweeps, `more-${mostSweeps - 1}`]);
      expect([await ledger.find('one'), await ledger.failures('one')]).to.deep.equal([
        ...[undefined, []],
      ]);
    });
  });
};
