import { expect } from 'chai';
import { createJobQueue } from '../../src/queue/admission.ts';
import { createAccountLoads } from '../../src/queue/account-loads.ts';
import { createPermits, type Permits } from '../../src/queue/permits.ts';

const slots = 2;
const [stepMs, toolMs] = [10, 250];
const never = new AbortController().signal;

type Made = Readonly<{ accountId: string; waitMs: number }>;

/** Admission, permits and account loads together, on a clock of their own, with jobs of one tool each. */
const createSimulation = () => {
  let nowMs = 0;
  const loads = createAccountLoads({
    now: () => nowMs,
    overloadSeconds: 5,
    slots,
    onChange: () => undefined,
  });
  const permits: Permits = createPermits({ slots, loads });
  const admission = createJobQueue({ maxJobs: 1000, permits, loads });
  const made: Made[] = [];
  const refused: string[] = [];
  const running: Readonly<{ endMs: number; end: () => void }>[] = [];

  const offer = async (accountId: string): Promise<void> => {
    const cameMs = nowMs;
    let leave = (): void => undefined;
    try {
      const place = admission.admit(accountId);
      leave = place.release;
      const permit = await permits.acquire({ ...place, signal: never });
      made.push({ accountId, waitMs: nowMs - cameMs });
      await new Promise<void>((end) => running.push({ endMs: nowMs + toolMs, end }));
      permit.release();
    } catch {
      refused.push(accountId);
    } finally {
      leave();
    }
  };

  /** Lets time pass; `offered` gives, for each step, whose jobs come. */
  const pass = async (seconds: number, offered: (ms: number) => readonly string[]) => {
    const jobs: Promise<void>[] = [];
    for (let ms = 0; ms < seconds * 1000; ms += stepMs) {
      nowMs += stepMs;
      while ((running[0]?.endMs ?? Infinity) <= nowMs) running.shift()?.end();
      for (const accountId of offered(ms)) jobs.push(offer(accountId));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return jobs;
  };
  const longestWaitOf = (accountId: string): number =>
    Math.max(...made.filter((job) => job.accountId === accountId).map(({ waitMs }) => waitMs));
  const refusedOf = (accountId: string): number =>
    refused.filter((other) => other === accountId).length;
  const madeOf = (accountId: string): number =>
    made.filter((job) => job.accountId === accountId).length;
  return { pass, longestWaitOf, refusedOf, madeOf };
};

/** Every so many milliseconds one job of the account. */
const every = (everyMs: number, accountId: string) => (ms: number) =>
  ms % everyMs === 0 ? [accountId] : [];

const nothing = (): readonly string[] => [];

describe('a flood of jobs', () => {
  it('is made as far as that goes without waiting, and ends with the last that comes', async () => {
    const { pass, longestWaitOf, madeOf, refusedOf } = createSimulation();
    const jobs = await pass(30, every(20, 'ann'));
    await Promise.all([...jobs, pass(1, nothing)]);
    expect(madeOf('ann')).to.be.within(8 * 30 - 4, 8 * 30 + 2 * slots);
    expect(madeOf('ann') + refusedOf('ann')).to.equal(30 * 50);
    expect(longestWaitOf('ann')).to.be.at.most(2 * toolMs);
  });

  it('holds up neither single images nor a batch of another account', async () => {
    const { pass, longestWaitOf, madeOf, refusedOf } = createSimulation();
    const flood = every(20, 'ann');
    const jobs = await pass(12, (ms) => [...flood(ms), ...every(1000, 'bob')(ms)]);
    expect([madeOf('bob'), refusedOf('bob')]).to.deep.equal([12, 0]);
    expect(longestWaitOf('bob')).to.be.at.most(toolMs);

    const batch = Array.from({ length: 40 }, () => 'eve');
    jobs.push(...(await pass(12, (ms) => (ms === 0 ? [...flood(ms), ...batch] : flood(ms)))));
    expect([madeOf('eve'), refusedOf('eve')]).to.deep.equal([40, 0]);
    expect(longestWaitOf('ann')).to.be.at.most(4 * toolMs);
    await Promise.all([...jobs, pass(1, nothing)]);
  });

  it('is not a batch of 500, which is made whole', async () => {
    const { pass, madeOf, refusedOf } = createSimulation();
    await pass(3, (ms) => (ms % 30 === 0 ? Array.from({ length: 5 }, () => 'ann') : []));
    await pass(62, nothing);
    expect([madeOf('ann'), refusedOf('ann')]).to.deep.equal([500, 0]);
  });
});
