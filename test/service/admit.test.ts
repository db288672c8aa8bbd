import { expect } from 'chai';
import { ServiceError, ShareFull } from '../../src/errors.ts';
import type { DiskQuota } from '../../src/jobs/disk-quota.ts';
import type { JobQueue } from '../../src/queue/admission.ts';
import { createShares } from '../../src/queue/shares.ts';
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
  let heldBytes: () => number;
  const counters = createMemoryCounters({ now: () => 0 });

  beforeEach(() => {
    queue = calmQueue({ maxJobs: 1 });
    isDiskFull = false;
    reservedBytes = 0;
    const shares = createShares();
    const reserve: DiskQuota['reserve'] = async (accountId, bytes) => {
      if (isDiskFull) throw new ServiceError('unavailable', 'disk');
      reservedBytes += bytes;
      const release = shares.hold(accountId, bytes);
      const received = () => (reservedBytes = 0);
      return { arrived: () => undefined, received, release };
    };
    heldBytes = shares.total;
    admit = createAdmit({ queue, counters, diskQuota: { reserve }, maxUploadBytes: 100 });
  });

  it('names the job, and holds the queue and the announced bytes until it is released', async () => {
    const request = { account, compressions: 1, announcedBytes: 60 };
    const { job, space, release } = await admit(request);
    expect(job).to.deep.equal({ accountId: 'ann', jobNumber: 1 });
    expect([queue.size(), reservedBytes, heldBytes()]).to.deep.equal([1, 60, 60]);
    space.received();
    expect([queue.size(), reservedBytes, heldBytes()]).to.deep.equal([1, 0, 60]);
    release();
    release();
    expect([queue.size(), heldBytes()]).to.deep.equal([0, 0]);
  });

  it('refuses late what is beyond the share of an account, which would ask again at once', async () => {
    const refusing = createAdmit({
      ...{ queue, counters, maxUploadBytes: 100, shareRefusalMs: 300 },
      diskQuota: { reserve: () => Promise.reject(new ShareFull('its share', 5)) },
    });
    const startedAt = performance.now();
    const request = { account, compressions: 1, announcedBytes: 60 };
    const refused = rejectionOf(refusing(request));
    // Meanwhile it has no place.
    await new Promise(setImmediate);
    expect(queue.size()).to.equal(0);
    expect(await refused).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(performance.now() - startedAt).to.be.greaterThan(290);
    // A queue that is full for all is said at once. With such a pause the test would end for its time.
    const patient = createAdmit({
      ...{ queue, counters, maxUploadBytes: 100, shareRefusalMs: 3_600_000 },
      diskQuota: { reserve: () => Promise.reject(new ServiceError('unavailable', 'disk')) },
    });
    const { release } = await admit(request);
    expect(await rejectionOf(patient(request))).to.include({ code: 'unavailable' });
    release();
  });

  it('takes a body of unknown length, and no body', async () => {
    const { release } = await admit({ account, compressions: 1, announcedBytes: undefined });
    expect([queue.size(), heldBytes()]).to.deep.equal([1, 0]);
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
      'too_large,The image may have at most 100 bytes (limits.uploadBytes), got 101.',
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
