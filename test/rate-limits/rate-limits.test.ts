import { expect } from 'chai';
import { mock } from 'node:test';
import { ServiceError } from '../../src/errors.ts';
import { createRateLimits } from '../../src/rate-limits/rate-limits.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('rate limits', () => {
  // The library reads the clock and sets timers itself.
  beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('let an account make as many requests a minute as its setting says', async () => {
    const limits = createRateLimits();
    await limits.take('acct_a', 2);
    mock.timers.tick(20_000);
    await limits.take('acct_a', 2);
    const error = await rejectionOf(limits.take('acct_a', 2));
    expect(error).to.be.instanceOf(ServiceError).that.includes({
      code: 'rate_limit_exceeded',
      message: 'Your account is limited to 2 requests a minute. Leave more time between requests.',
      retryAfterSeconds: 40,
    });
  });

  it('start afresh a minute after the first request, however many were refused', async () => {
    const limits = createRateLimits();
    await limits.take('acct_a', 1);
    mock.timers.tick(59_999);
    expect(await rejectionOf(limits.take('acct_a', 1))).to.include({ retryAfterSeconds: 1 });
    mock.timers.tick(1);
    await limits.take('acct_a', 1);
  });

  it('say one request in the singular', async () => {
    const limits = createRateLimits();
    await limits.take('acct_a', 1);
    const error = await rejectionOf(limits.take('acct_a', 1));
    expect(String(error)).to.contain('limited to 1 request a minute');
  });

  it('keep accounts apart', async () => {
    const limits = createRateLimits();
    await limits.take('acct_a', 1);
    await limits.take('acct_b', 1);
    await rejectionOf(limits.take('acct_a', 1));
  });

  it('follow a changed setting with the next request', async () => {
    const limits = createRateLimits();
    await limits.take('acct_a', 1);
    await rejectionOf(limits.take('acct_a', 1));
    await limits.take('acct_a', 3);
    await rejectionOf(limits.take('acct_a', 2));
  });

  it('neither limit nor record an account whose setting is null', async () => {
    const limits = createRateLimits();
    for (let request = 0; request < 100; request += 1) await limits.take('acct_a', null);
    await limits.take('acct_a', 1);
  });
});
