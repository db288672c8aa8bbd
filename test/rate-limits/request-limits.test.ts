import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import {
  createDemoLimits,
  createRequestLimits,
  createSignInLimits,
} from '../../src/rate-limits/request-limits.ts';
import { memoryWindows } from '../../src/rate-limits/windows.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('rate limits', () => {
  let time = 0;
  beforeEach(() => {
    time = 0;
  });
  const windows = memoryWindows(() => time);
  const limits = () => createRequestLimits(windows, { keyChecksPerMinute: 2, attemptsPerHour: 2 });

  describe('of accounts', () => {
    it('let an account make as many requests a minute as its setting says', async () => {
      const { rateLimits } = limits();
      await rateLimits.take('acct_a', 2);
      time += 20_001;
      await rateLimits.take('acct_a', 2);
      await rateLimits.take('acct_b', 2);
      expect(await rejectionOf(rateLimits.take('acct_a', 2)))
        .to.be.instanceOf(ServiceError)
        .that.includes({
          code: 'rate_limit_exceeded',
          message:
            'Your account is limited to 2 requests a minute. Leave more time between requests.',
          retryAfterSeconds: 40,
        });
    });

    it('say one request in the singular', async () => {
      const { rateLimits } = limits();
      await rateLimits.take('acct_a', 1);
      const error = await rejectionOf(rateLimits.take('acct_a', 1));
      expect(String(error)).to.contain('limited to 1 request a minute');
    });

    it('neither limit nor record an account whose setting is null', async () => {
      const { rateLimits } = limits();
      for (let request = 0; request < 100; request += 1) await rateLimits.take('acct_a', null);
      await rateLimits.take('acct_a', 1);
    });
  });

  for (const [title, create, message, retryAfterSeconds] of [
    ['checks of keys', () => limits().keyChecks, /^Too many keys were checked/, 60],
    ['new accounts', () => limits().registrations, /^Too many accounts were requested/, 3600],
    [
      'pictures without an account',
      () => createDemoLimits(windows, { picturesPerHour: 2 }),
      /^Too many pictures came/,
      3600,
    ],
    [
      'wrong passwords',
      () => createSignInLimits(windows, { signInAttempts: 2 }),
      /^Too many wrong passwords came/,
      900,
    ],
  ] as const) {
    it(`of ${title} are by address`, async () => {
      const { take } = create();
      for (const client of ['a', 'a', 'b']) await take(client);
      const error = await rejectionOf(take('a'));
      expect(error).to.include({ code: 'rate_limit_exceeded', retryAfterSeconds });
      expect(error).to.have.property('message').that.matches(message);
    });
  }

  it('say to people that what they may try is used up', async () => {
    const { take } = createDemoLimits(windows, { picturesPerHour: 1 });
    await take('a');
    expect(await rejectionOf(take('a'))).to.have.nested.property('reason.id', 'demo_used_up');
  });
});
