import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { createAddressLimits } from '../../src/rate-limits/address-limits.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('limits by address', () => {
  let time = 0;
  const limitsOf = (requests: number, maxClients?: number) =>
    createAddressLimits({
      requests,
      windowSeconds: 60,
      message: 'Too many.',
      now: () => time,
      ...(maxClients !== undefined && { maxClients }),
    });
  beforeEach(() => {
    time = 1_000_000;
  });

  it('take back requests that do not count, and no more than were made', async () => {
    const limits = limitsOf(1);
    limits.giveBack('192.0.2.1');
    await limits.take('192.0.2.1');
    limits.giveBack('192.0.2.1');
    await limits.take('192.0.2.1');
    expect(await rejectionOf(limits.take('192.0.2.1'))).to.be.instanceOf(ServiceError);
  });

  it('let each client make so many requests in a window, and say how long to wait', async () => {
    const limits = limitsOf(2);
    await limits.take('192.0.2.1');
    time += 20_000;
    await limits.take('192.0.2.1');
    expect(await rejectionOf(limits.take('192.0.2.1')))
      .to.be.instanceOf(ServiceError)
      .that.includes({ code: 'rate_limit_exceeded', message: 'Too many.', retryAfterSeconds: 40 });
    await limits.take('192.0.2.2');
  });

  it('start afresh when the window is over, however many were refused', async () => {
    const limits = limitsOf(1);
    await limits.take('192.0.2.1');
    time += 59_999;
    await rejectionOf(limits.take('192.0.2.1'));
    time += 1;
    await limits.take('192.0.2.1');
    await rejectionOf(limits.take('192.0.2.1'));
  });

  it('start afresh when the clock is set back', async () => {
    const limits = limitsOf(1);
    await limits.take('192.0.2.1');
    time -= 3_600_000;
    await limits.take('192.0.2.1');
    expect(await rejectionOf(limits.take('192.0.2.1'))).to.include({ retryAfterSeconds: 60 });
  });

  it('count all further addresses together when there are too many', async () => {
    const limits = limitsOf(2, 3);
    for (const client of ['a', 'b', 'c', 'd', 'e']) await limits.take(client);
    await rejectionOf(limits.take('f'));
    // Known ones keep their own count.
    await limits.take('a');
    await rejectionOf(limits.take('a'));
  });
});
