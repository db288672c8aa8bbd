import { expect } from 'chai';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';

const ann = { name: 'Ann', email: 'ann@example.org' };
const bob = { name: 'Bob', email: 'bob@example.org' };
const someKey = 'abcdefghijklmnopABCDEFGHIJ012345';

/** What every implementation of `Accounts` promises. `create` makes an empty one with a given clock. */
export const accountsSuite = (
  name: string,
  create: (now: () => number) => Promise<Accounts>,
): void => {
  describe(`${name} as accounts`, () => {
    let accounts: Accounts;

    beforeEach(async () => {
      accounts = await create(() => Date.parse('2026-11-20T12:00:00Z'));
    });

    it('begin empty', async () => {
      expect(await accounts.list()).to.deep.equal([]);
      expect(await accounts.findByKey(someKey)).to.equal(undefined);
      expect(await accounts.get('Ann')).to.equal(undefined);
    });

    it('add an account without limits and with a key of 32 letters and digits', async () => {
      const { account, key } = await accounts.add(ann);
      expect(account.id).to.match(/^acct_[A-Za-z0-9]{16}$/);
      expect(key).to.match(/^[A-Za-z0-9]{32}$/);
      expect(account).to.deep.equal({
        id: account.id,
        name: 'Ann',
        email: 'ann@example.org',
        disabled: false,
        createdAt: '2026-11-20T12:00:00.000Z',
        monthlyLimit: null,
        requestsPerMinute: null,
      });
    });

    it('add an account with limits and a given key', async () => {
      const limits = { monthlyLimit: 500, requestsPerMinute: 60 };
      const { account, key } = await accounts.add({ ...ann, ...limits, key: someKey });
      expect(key).to.equal(someKey);
      expect(account).to.include(limits);
    });

    it('find each account by its key, id and name', async () => {
      const first = await accounts.add(ann);
      const second = await accounts.add(bob);
      expect(first.key).not.to.equal(second.key);
      expect(await accounts.findByKey(first.key)).to.deep.equal(first.account);
      expect(await accounts.findByKey(second.key)).to.deep.equal(second.account);
      expect(await accounts.get(first.account.id)).to.deep.equal(first.account);
      expect(await accounts.get('Bob')).to.deep.equal(second.account);
      expect(await accounts.list()).to.deep.equal([first.account, second.account]);
    });

    it('find nobody by a text that is no key', async () => {
      const { key } = await accounts.add(ann);
      for (const text of [
        '',
        key.slice(1),
        `${key} `,
        key.toLowerCase() + key,
        '__proto__',
        '\0',
      ]) {
        expect(await accounts.findByKey(text), JSON.stringify(text)).to.equal(undefined);
      }
    });

    it('ask for the id when several accounts have the name', async () => {
      await accounts.add(ann);
      await accounts.add({ ...bob, name: 'Ann' });
      const error = await rejectionOf(accounts.get('Ann'));
      expect(error).to.be.instanceOf(ServiceError).with.property('code', 'bad_request');
    });

    it('replace a key', async () => {
      const { account, key } = await accounts.add(ann);
      const rotated = await accounts.rotate(account.id);
      expect(rotated.account).to.deep.equal(account);
      expect(rotated.key).to.match(/^[A-Za-z0-9]{32}$/);
      expect(await accounts.findByKey(key)).to.equal(undefined);
      expect(await accounts.findByKey(rotated.key)).to.deep.equal(account);
      expect(await accounts.revealKey(account.id)).to.equal(rotated.key);
    });

    it('do not find a disabled account by its key until it is enabled', async () => {
      const { account, key } = await accounts.add(ann);
      expect(await accounts.disable(account.id)).to.deep.equal({ ...account, disabled: true });
      expect(await accounts.findByKey(key)).to.equal(undefined);
      expect(await accounts.get('Ann')).to.deep.equal({ ...account, disabled: true });
      expect(await accounts.enable(account.id)).to.deep.equal(account);
      expect(await accounts.findByKey(key)).to.deep.equal(account);
    });

    it('reveal each key', async () => {
      const first = await accounts.add(ann);
      const second = await accounts.add({ ...bob, key: someKey });
      expect(await accounts.revealKey(first.account.id)).to.equal(first.key);
      expect(await accounts.revealKey(second.account.id)).to.equal(someKey);
    });

    it('refuse a key that another account has', async () => {
      await accounts.add({ ...ann, key: someKey });
      const error = await rejectionOf(accounts.add({ ...bob, key: someKey }));
      expect(error).to.be.instanceOf(ServiceError).with.property('code', 'bad_request');
      expect(String(error)).not.to.contain(someKey);
      expect(await accounts.list()).to.have.length(1);
    });

    for (const [title, fields] of [
      ['a key that is too short', { ...ann, key: 'short' }],
      ['a key with a dash', { ...ann, key: someKey.replace('a', '-') }],
      ['no name', { ...ann, name: '' }],
      ['no e-mail address', { ...ann, email: 'ann' }],
    ] as const) {
      it(`refuse ${title}`, async () => {
        const error = await rejectionOf(accounts.add(fields));
        expect(error).to.be.instanceOf(ServiceError).with.property('code', 'bad_request');
        expect(await accounts.list()).to.deep.equal([]);
      });
    }

    it('know no account by an id that does not exist', async () => {
      const { rotate, disable, enable, revealKey } = accounts;
      await accounts.add(ann);
      for (const change of [rotate, disable, enable, revealKey]) {
        expect(await rejectionOf(change('acct_none'))).to.have.property('code', 'not_found');
      }
    });
  });
};
