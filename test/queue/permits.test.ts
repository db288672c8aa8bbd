import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import type { Permit } from '../../src/queue/fair-semaphore.ts';
import type { LoadState } from '../../src/queue/load-meter.ts';
import { type NewJob, createPermits, type Permits } from '../../src/queue/permits.ts';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { randomNumbers } from '../support/random.ts';

const never = new AbortController().signal;

/** Lets everything that is due happen: promises settle within one turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('permits', () => {
  afterEach(() => mock.timers.reset());

  /** Asks, and notes `name` in `order` when its turn has come. */
  const ask = (
    permits: Permits,
    order: string[],
    name: string,
    request: Omit<Parameters<Permits['acquire']>[0], 'signal'>,
  ): Promise<Permit> =>
    permits.acquire({ ...request, signal: never }).then((permit) => {
      order.push(name);
      return permit;
    });

  it('are granted at once while there are any', async () => {
    const permits = createPermits({ slots: 2 });
    await permits.acquire({ accountId: 'a', jobNumber: 1, signal: never });
    await permits.acquire({ accountId: 'a', jobNumber: 1, signal: never });
    expect([permits.slots, permits.held(), permits.waiting()]).to.deep.equal([2, 2, 0]);
  });

  it('go to each account in turn: 500 requests of one do not delay one of another', async () => {
    const permits = createPermits({ slots: 1 });
    const order: string[] = [];
    const first = await ask(permits, order, 'first', { accountId: 'a', jobNumber: 0 });
    const many = Array.from({ length: 500 }, (_, index) =>
      ask(permits, order, 'a', { accountId: 'a', jobNumber: index + 1 }),
    );
    const others = ['b', 'c'].map((name, index) =>
      ask(permits, order, name, { accountId: name, jobNumber: 501 + index }),
    );
    expect(permits.waiting()).to.equal(501);
    await settled();
    first.release();
    await Promise.all([...many, ...others].map(async (next) => (await next).release()));
    expect(order.slice(0, 5)).to.deep.equal(['first', 'b', 'a', 'c', 'a']);
    expect([permits.held(), permits.waiting()]).to.deep.equal([0, 0]);
  });

  it('are never all in the hands of one account: another has one at once, as have many in turn', async () => {
    const permits = createPermits({ slots: 2 });
    const order: string[] = [];
    const asked = (accountId: string) =>
      ask(permits, order, accountId, { accountId, jobNumber: 1 });
    const [first] = [await asked('a'), await asked('a')];
    void asked('a');
    const b = await asked('b');
    const c = asked('c');
    void asked('b');
    await settled();
    expect(order.splice(0)).to.deep.equal(['a', 'a', 'b']);
    b.release();
    (await c).release();
    await settled();
    expect(order.splice(0)).to.deep.equal(['c', 'b']);
    // The one beyond the slots is of no account that has another.
    first.release();
    await settled();
    expect([order, permits.held(), permits.waiting()]).to.deep.equal([[], 2, 1]);
  });

  it('are as many as there are slots for an account that is alone', async () => {
    const permits = createPermits({ slots: 3 });
    const order: string[] = [];
    for (const jobNumber of [1, 2, 3, 4]) {
      void ask(permits, order, 'a', { accountId: 'a', jobNumber });
    }
    await settled();
    expect([permits.held(), permits.waiting()]).to.deep.equal([3, 1]);
  });

  it('go to the oldest job of an account first', async () => {
    const permits = createPermits({ slots: 1 });
    const order: string[] = [];
    const first = await permits.acquire({ accountId: 'a', jobNumber: 0, signal: never });
    const names = ['job 5', 'job 3', 'job 9', 'job 3, second tool'];
    const asked = names.map((name) =>
      ask(permits, order, name, { accountId: 'a', jobNumber: Number(/\d/.exec(name)?.[0]) }),
    );
    first.release();
    await Promise.all(asked.map(async (next) => (await next).release()));
    expect(order).to.deep.equal(['job 3', 'job 3, second tool', 'job 5', 'job 9']);
  });

  it('are released once, however often release is called', async () => {
    const permits = createPermits({ slots: 1 });
    const permit = await permits.acquire({ accountId: 'a', jobNumber: 1, signal: never });
    permit.release();
    const next = await permits.acquire({ accountId: 'a', jobNumber: 2, signal: never });
    permit.release();
    expect(permits.held()).to.equal(1);
    next.release();
    expect(permits.held()).to.equal(0);
  });

  it("reject with the signal's reason when it aborts, and leave the queue", async () => {
    const permits = createPermits({ slots: 1 });
    const first = await permits.acquire({ accountId: 'a', jobNumber: 1, signal: never });
    const controller = new AbortController();
    const gone = rejectionOf(
      permits.acquire({ accountId: 'a', jobNumber: 2, signal: controller.signal }),
    );
    expect(permits.waiting()).to.equal(1);
    const reason = new Error('the client has gone');
    controller.abort(reason);
    expect(await gone).to.equal(reason);
    expect(permits.waiting()).to.equal(0);
    first.release();
    expect(permits.held()).to.equal(0);
  });

  it('reject at once where the signal has aborted before', async () => {
    const permits = createPermits({ slots: 1 });
    const reason = new Error('the client has gone');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(permits.acquire({ accountId: 'a', jobNumber: 1, signal }))).to.equal(
      reason,
    );
    expect([permits.held(), permits.waiting()]).to.deep.equal([0, 0]);
  });

  it('are refused as unavailable after the longest wait', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const permits = createPermits({ slots: 1 });
    const first = await permits.acquire({ accountId: 'a', jobNumber: 1, signal: never });
    const refused = rejectionOf(
      permits.acquire({ accountId: 'a', jobNumber: 2, signal: never, maxWaitMs: 20 }),
    );
    mock.timers.tick(19);
    expect(permits.waiting()).to.equal(1);
    mock.timers.tick(1);
    const error = await refused;
    expect(error).to.be.instanceOf(ServiceError);
    expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(permits.waiting()).to.equal(0);
    first.release();
    expect(permits.held()).to.equal(0);
  });

  it('stay granted when the signal aborts or the longest wait passes afterwards', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const permits = createPermits({ slots: 1 });
    const controller = new AbortController();
    const asker = { accountId: 'a', jobNumber: 1, signal: controller.signal, maxWaitMs: 1 };
    const first = await permits.acquire(asker);
    const waiting = permits.acquire({ ...asker, jobNumber: 2 });
    first.release();
    const permit = await waiting;
    mock.timers.tick(1);
    controller.abort();
    expect(permits.held()).to.equal(1);
    permit.release();
    expect(permits.held()).to.equal(0);
  });

  it('leave no listener on the signal once they are granted or refused', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const permits = createPermits({ slots: 1 });
    const { signal } = new AbortController();
    const first = await permits.acquire({ accountId: 'a', jobNumber: 1, signal });
    const granted = permits.acquire({ accountId: 'a', jobNumber: 2, signal });
    const refused = rejectionOf(
      permits.acquire({ accountId: 'a', jobNumber: 3, signal, maxWaitMs: 20 }),
    );
    expect(getEventListeners(signal, 'abort')).to.have.length(2);
    mock.timers.tick(20);
    await refused;
    first.release();
    (await granted).release();
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
  });

  describe('for jobs in the background', () => {
    const whole = { share: 1 };

    it('are free ones while nobody else waits, and never the one beyond the slots', async () => {
      const permits = createPermits({ slots: 2 });
      const order: string[] = [];
      const [first, second] = await Promise.all(
        [1, 2].map((jobNumber) => ask(permits, order, 'a', { accountId: 'a', jobNumber })),
      );
      const background = { accountId: 'a', jobNumber: 3, background: whole };
      const asked = [ask(permits, order, 'background', background)];
      asked.push(ask(permits, order, 'a, later', { accountId: 'a', jobNumber: 4 }));
      await settled();
      expect([permits.held(), permits.waiting()]).to.deep.equal([2, 1]);
      first?.release();
      await settled();
      expect(order).to.deep.equal(['a', 'a', 'a, later']);
      second?.release();
      await Promise.all(asked);
      expect(order.at(-1)).to.equal('background');
    });

    it('take none from the account: another job of it has one at once', async () => {
      const permits = createPermits({ slots: 2 });
      const order: string[] = [];
      for (const jobNumber of [1, 2, 3]) {
        void ask(permits, order, 'background', { accountId: 'a', jobNumber, background: whole });
      }
      await ask(permits, order, 'a', { accountId: 'a', jobNumber: 4 });
      expect(order).to.deep.equal(['background', 'background', 'a']);
      expect([permits.held(), permits.waiting()]).to.deep.equal([3, 0]);
    });

    for (const [share, expected] of [
      [1, 4],
      [0.5, 2],
      [0.1, 1],
    ] as const) {
      it(`are ${expected} of 4 with a share of ${share}, job after job`, async () => {
        const permits = createPermits({ slots: 4 });
        const order: string[] = [];
        const asked = [1, 2, 3, 4, 5].map((jobNumber) => {
          const request = { accountId: 'a', jobNumber, background: { share } };
          return ask(permits, order, `job ${jobNumber}`, request);
        });
        await settled();
        expect([order.length, permits.held()]).to.deep.equal([expected, expected]);
        await Promise.all(asked.map(async (next) => (await next).release()));
        expect(order).to.deep.equal(['job 1', 'job 2', 'job 3', 'job 4', 'job 5']);
      });
    }

    it('are granted to a job that was announced, which no overload refuses', async () => {
      const loads = { stateOf: () => 'overloaded' as const, waits: () => undefined };
      const permits = createPermits({ slots: 1, loads });
      const first = await permits.acquire({ accountId: 'b', jobNumber: 1, signal: never });
      const announced = permits.announce(2);
      const background = { accountId: 'a', jobNumber: 2, background: whole, signal: never };
      const asked = permits.acquire(background);
      expect(permits.shed('b')).to.equal(true);
      first.release();
      (await asked).release();
      expect(announced.forget()).to.equal(false);
    });
  });

  describe('for jobs that were announced', () => {
    let states: Record<string, LoadState>;
    let permits: Permits;
    let order: string[];
    let waits: Map<string, number>;
    let announced: Map<number, NewJob>;
    beforeEach(() => {
      states = {};
      order = [];
      waits = new Map();
      permits = createPermits({
        slots: 2,
        loads: {
          stateOf: (accountId) => states[accountId] ?? 'calm',
          waits: (accountId, jobs) => waits.set(accountId, jobs),
        },
      });
      announced = new Map();
    });

    const newJob = (jobNumber: number, accountId = 'a'): Promise<Permit> => {
      announced.set(jobNumber, permits.announce(jobNumber));
      return ask(permits, order, `${accountId}${jobNumber}`, { accountId, jobNumber });
    };
    const nextTool = (jobNumber: number): Promise<Permit> =>
      ask(permits, order, `a${jobNumber} again`, { accountId: 'a', jobNumber });
    const wentAway = (jobNumber: number) => announced.get(jobNumber)?.forget();

    const orders: readonly (readonly [LoadState, readonly string[]])[] = [
      ['calm', ['a1 again', 'a2 again', 'a3', 'a4', 'a5']],
      ['growing', ['a1 again', 'a2 again', 'a5', 'a4', 'a3']],
      ['overloaded', ['a1 again', 'a2 again', 'a4', 'a5']],
    ];
    for (const [state, expected] of orders) {
      it(`go to what has begun, then to what is new: ${expected.slice(2).join(', ')} when it is ${state}`, async () => {
        const first = [await newJob(1), await newJob(2)];
        const asked = [newJob(3), newJob(4), newJob(5), nextTool(2), nextTool(1)];
        await settled();
        order.splice(0);
        states = { a: state };
        for (const permit of first) permit.release();
        await Promise.allSettled(asked.map(async (next) => (await next).release()));
        expect(order).to.deep.equal(expected);
      });
    }

    it('depend on the load of the account itself', async () => {
      const first = [await newJob(1), await newJob(2)];
      const asked = [newJob(3), newJob(4), newJob(5, 'b'), newJob(6, 'b')];
      await settled();
      order.splice(0);
      states = { a: 'growing' };
      for (const permit of first) permit.release();
      await Promise.all(asked.map(async (next) => (await next).release()));
      expect(order).to.deep.equal(['a4', 'b6', 'a3']);
    });

    it('are refused in an overload to all that are new but the newest, as many as there are slots', async () => {
      await Promise.all([newJob(1), newJob(2)]);
      const asked = [3, 4, 5, 6, 7].map((jobNumber) => rejectionOf(newJob(jobNumber)));
      const begun = nextTool(1);
      expect(permits.waiting()).to.equal(6);
      expect([waits.get('a'), waits.get('b')]).to.deep.equal([5, undefined]);
      expect(permits.shed('a')).to.equal(false);
      expect(permits.waiting()).to.equal(3);
      for (const refused of await Promise.all(asked.slice(0, 3))) {
        expect(refused).to.be.instanceOf(ServiceError);
        expect(refused).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
      }
      expect([1, 3, 5, 6, 7].map(wentAway)).to.deep.equal([false, true, true, false, false]);
      void begun;
    });

    it('let another wait in an overload where fewer wait than there are slots, whatever has begun', async () => {
      await Promise.all([newJob(1), newJob(2)]);
      void nextTool(1);
      void nextTool(2);
      expect([waits.get('a') ?? 0, permits.shed('a')]).to.deep.equal([0, true]);
      void newJob(3);
      expect([waits.get('a') ?? 0, permits.shed('a')]).to.deep.equal([1, true]);
      void newJob(4);
      expect(permits.shed('a')).to.equal(false);
      expect([waits.get('b') ?? 0, permits.shed('b')]).to.deep.equal([0, true]);
    });

    it('let an account wait beside those that have many waiting, up to four for each slot in all', async () => {
      await Promise.all([newJob(1), newJob(2)]);
      let jobNumber = 2;
      for (const accountId of ['b', 'c', 'd']) {
        for (let count = 0; count < 50; count += 1) void newJob((jobNumber += 1), accountId);
      }
      expect(permits.shed('e')).to.equal(true);
      for (const count of [1, 2]) void newJob(jobNumber + count, 'e');
      expect(permits.shed('f')).to.equal(false);
    });

    it('are refused at once in an overload where no more may wait, but not to what waits or has begun', async () => {
      const [first] = await Promise.all([newJob(1), newJob(2)]);
      void newJob(3);
      void newJob(4);
      states = { a: 'overloaded' };
      expect(await rejectionOf(newJob(5))).to.include({ code: 'unavailable' });
      expect(wentAway(5)).to.equal(true);
      void nextTool(3);
      const begun = nextTool(2);
      expect(permits.waiting()).to.equal(4);
      first?.release();
      await begun;
      void newJob(6, 'b');
      expect(permits.waiting()).to.equal(3);
    });

    it('stay refused to a job that was refused before', async () => {
      await Promise.all([newJob(1), newJob(2), permits.announce(3)]);
      const request = { accountId: 'a', jobNumber: 3, signal: never, maxWaitMs: 5 };
      expect(await rejectionOf(permits.acquire(request))).to.include({ code: 'unavailable' });
      expect(await rejectionOf(nextTool(3))).to.include({ code: 'unavailable' });
    });
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`are never more than the slots and one, and none is lost, whatever happens (seed ${seed})`, async () => {
      const random = randomNumbers(seed);
      const slots = 1 + random(4);
      const permits = createPermits({ slots });
      const held = new Set<Permit>();
      const asked = new Set<AbortController>();
      const inBackground = new Set<AbortController>();
      let ended = 0;
      const acquire = (jobNumber: number): void => {
        const controller = new AbortController();
        asked.add(controller);
        const accountId = `account ${random(5)}`;
        const job = random(3) === 0 ? { background: { share: random(3) / 2 } } : {};
        if (job.background !== undefined) inBackground.add(controller);
        permits
          .acquire({ accountId, jobNumber, ...job, signal: controller.signal })
          .then(
            (permit) => held.add(permit),
            () => undefined,
          )
          .finally(() => {
            asked.delete(controller);
            ended += 1;
          });
      };
      const anyOf = <T>(set: ReadonlySet<T>): T | undefined => [...set][random(set.size || 1)];

      for (let step = 0; step < 600; step += 1) {
        const what = random(10);
        if (what < 5) acquire(random(1000));
        else if (what < 7) anyOf(asked)?.abort();
        else {
          const permit = anyOf(held);
          permit?.release();
          if (permit !== undefined) held.delete(permit);
        }
        if (random(3) === 0) await settled();
        expect(permits.held()).to.be.at.most(slots + 1);
      }
      await settled();
      expect(permits.held()).to.equal(held.size);
      expect(permits.waiting()).to.equal(asked.difference(inBackground).size);
      if (permits.waiting() > 0) expect(held.size).to.be.at.least(slots);

      while (held.size > 0) {
        for (const permit of held) permit.release();
        held.clear();
        await settled();
      }
      expect([permits.held(), permits.waiting(), asked.size]).to.deep.equal([0, 0, 0]);
      expect(ended).to.be.above(0);
    });
  }
});
