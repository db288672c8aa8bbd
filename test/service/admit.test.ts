import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { JobQueue } from '../../src/queue/admission.ts';
import { type Admit, createAdmit } from '../../src/service/admit.ts';
import { createMemoryCounters } from '../support/counters/memory-counters.ts';
import { calmQueue } from '../support/queue/calm-admission.ts';
import { rejectionOf } from '../support/rejection.ts';
import { accountOf } from '../support/service/samples.ts';

const account = { ...accountOf('ann'), monthlyLimit: 1 };

describe('admit', () => {
  let queue: JobQueue;
  let admit: Admit;
  let isDiskFull: boolean;
  let reservedBytes: number;
  const counters = createMemoryCounters({ now: () => 0 });

  beforeEach(() => {
    queue = calmQueue({ maxJobs: 1, maxJobsPerAccount: 1 });
    isDiskFull = false;
    reservedBytes = 0;
    const reserve = async (bytes: number) => {
      if (isDiskFull) throw new ServiceError('unavailable', 'disk');
      reservedBytes += bytes;
      let isHeld = true;
      return () => {
        if (isHeld) reservedBytes -= bytes;
        isHeld = false;
      };
    };
    admit = createAdmit({ queue, counters, diskQuota: { reserve }, maxUploadBytes: 100 });
  });

  it('names the job, and holds the queue and the announced bytes until it is released', async () => {
    const { job, release } = await admit({ account, compressions: 1, announcedBytes: 60 });
    expect(job).to.deep.equal({ accountId: 'ann', jobNumber: 1 });
    expect([queue.size(), reservedBytes]).to.deep.equal([1, 60]);
    release();
    release();
    expect([queue.size(), reservedBytes]).to.deep.equal([0, 0]);
  });

  it('gives the announced bytes back when the body is on disk', async () => {
    const { bodyReceived, release } = await admit({ account, compressions: 1, announcedBytes: 60 });
    bodyReceived();
    expect([queue.size(), reservedBytes]).to.deep.equal([1, 0]);
    release();
    expect([queue.size(), reservedBytes]).to.deep.equal([0, 0]);
  });

  it('takes a body of unknown length, and no body', async () => {
    const { release } = await admit({ account, compressions: 1, announcedBytes: undefined });
    expect([queue.size(), reservedBytes]).to.deep.equal([1, 0]);
    release();
  });

  it('checks length, monthly limit, queue and disk in this order', async () => {
    const over = { account, compressions: 2 };
    const within = { account, compressions: 1, announcedBytes: 60 };
    const { release } = await admit(within);
    isDiskFull = true;
    const codes: unknown[] = [];
    const note = async (request: Parameters<Admit>[0]): Promise<void> => {
      const { code, message } = (await rejectionOf(admit(request))) as ServiceError;
      codes.push([code, message]);
    };
    await note({ ...over, announcedBytes: 0 });
    await note({ ...over, announcedBytes: 101 });
    await note({ ...over, announcedBytes: 100 });
    await note(within);
    release();
    await note(within);
    expect(codes.map(String)).to.deep.equal([
      'input_missing,Input file is empty.',
      'too_large,The image may have at most 100 bytes, got 101.',
      `monthly_limit_exceeded,${await messageOfMonthlyLimit()}`,
      'unavailable,The queue is full. Try again later.',
      'unavailable,disk',
    ]);
    expect(queue.size()).to.equal(0);
  });

  it('admits free work of an account that has reached its monthly limit', async () => {
    const limited = { ...account, monthlyLimit: 0 };
    const { release } = await admit({
      account: limited,
      compressions: 0,
      announcedBytes: undefined,
    });
    release();
    expect(queue.size()).to.equal(0);
  });

  const messageOfMonthlyLimit = async (): Promise<string> =>
    ((await rejectionOf(counters.checkRoom('ann', 2, 1))) as Error).message;
});
