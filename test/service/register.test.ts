import { expect } from 'chai';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { createRegister, type RegisterOptions } from '../../src/service/register.ts';
import { createMemoryAccounts } from '../support/accounts/memory-accounts.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('registration', () => {
  let accounts: Accounts;
  beforeEach(() => {
    accounts = createMemoryAccounts({ now: () => 0 });
  });
  const registerOf = (options: Partial<RegisterOptions> = {}) =>
    createRegister({
      accounts,
      registration: 'open',
      monthlyLimit: 500,
      requestsPerMinute: 60,
      maxAccounts: 100,
      ...options,
    });
  const ann = { name: 'Ann', email: 'ann@example.org' };
  const closed = {
    code: 'registration_closed',
    message: 'Ask the operator of this service for a key.',
  };

  for (const [title, limits] of [
    ['the limits of the configuration', { monthlyLimit: 20, requestsPerMinute: 7 }],
    ['no limits where there are none', { monthlyLimit: null, requestsPerMinute: null }],
  ] as const) {
    it(`makes an account that works at once, with ${title}`, async () => {
      const { account, key } = await registerOf(limits).register(ann);
      expect(account).to.include({ ...ann, ...limits, disabled: false });
      expect(await accounts.findByKey(key)).to.deep.equal(account);
    });
  }

  it('makes another account for the same e-mail address, with a key of its own', async () => {
    const { register } = registerOf();
    const [first, second] = [await register(ann), await register(ann)];
    expect(second.key).not.to.equal(first.key);
    expect(second.account.id).not.to.equal(first.account.id);
    expect(await accounts.findByKey(first.key)).to.deep.equal(first.account);
  });

  for (const registration of ['closed', 'invite'] as const) {
    it(`makes none where it is ${registration}`, async () => {
      const { checkOpen, register } = registerOf({ registration });
      expect(checkOpen).to.throw().that.includes(closed);
      expect(await rejectionOf(register(ann))).to.include(closed);
      expect(await accounts.list()).to.deep.equal([]);
    });
  }

  it('makes one that works when it is approved, where it needs approval', async () => {
    const { checkOpen, register } = registerOf({ registration: 'approval' });
    checkOpen();
    const { account, key } = await register(ann);
    expect(await accounts.findByKey(key)).to.equal(undefined);
    await accounts.approve(account.id);
    expect(await accounts.findByKey(key)).to.include({ id: account.id });
  });

  it('makes none past the most, also when they are asked for at the same time', async () => {
    await accounts.add({ name: 'first', email: 'first@example.org' });
    const { register } = registerOf({ maxAccounts: 3 });
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => register(ann)));
    expect(made.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(2);
    expect(await rejectionOf(register(ann))).to.include(closed);
    expect(await accounts.list()).to.have.lengthOf(3);
  });

  it('goes on after one that failed', async () => {
    const { register } = registerOf({ maxAccounts: 1 });
    await rejectionOf(register({ name: '', email: 'nobody' }));
    await register(ann);
  });
});
