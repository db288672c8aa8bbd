import { expect } from 'chai';
import { createMemorySetUpTokens } from '../../../src/state/set-up-tokens.ts';
import { createSetUp } from '../../../src/web/access/set-up.ts';
import { createMemoryAccounts } from '../../support/accounts/memory-accounts.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { quickPasswords } from '../../support/web/site.ts';

describe('the set-up of a service', () => {
  const start = async () => {
    const accounts = createMemoryAccounts({ now: () => 0 });
    await accounts.add({ name: 'default', email: 'admin@localhost' });
    const password = await quickPasswords.hash('correct horse');
    const setUp = createSetUp({ accounts, setUpTokens: createMemorySetUpTokens() });
    const token = (await setUp.path()).replace('/setup?token=', '');
    return { accounts, setUp, token, owner: { name: 'Ada', password } };
  };

  it('is done by one of two who have the token at the same time', async () => {
    const { accounts, setUp, token, owner } = await start();
    const ended = await Promise.allSettled(
      ['a@a.a', 'b@b.b'].map((email) => setUp.complete(token, { ...owner, email })),
    );
    expect(ended.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
    expect(await accounts.list()).to.have.length(1);
    expect((await accounts.list())[0]).to.include({ email: 'a@a.a', role: 'admin' });
  });

  it('can be tried again after it failed', async () => {
    const { setUp, token, owner } = await start();
    await rejectionOf(setUp.complete(token, { ...owner, email: 'nobody' }));
    expect(await setUp.accepts(token)).to.equal(true);
    await setUp.complete(token, { ...owner, email: 'ada@example.org' });
    expect(await setUp.accepts(token)).to.equal(false);
  });

  it('is needed until an administrator can sign in', async () => {
    const { accounts, setUp, token, owner } = await start();
    const { account } = await accounts.add({ name: 'Ada', email: 'a@a.a', role: 'admin' });
    expect(await setUp.isNeeded()).to.equal(true);
    await accounts.update(account.id, { password: owner.password });
    expect(await setUp.isNeeded()).to.equal(false);
    expect(await setUp.accepts(token)).to.equal(false);
  });
});
