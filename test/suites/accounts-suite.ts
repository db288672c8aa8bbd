import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { Accounts, NewPasskey } from '../../src/accounts/accounts.ts';
import { rejectionOf } from '../support/rejection.ts';

const ann = { name: 'Ann', email: 'ann@example.org' };
const bob = { name: 'Bob', email: 'bob@example.org' };
const password = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const otherPassword = password.replace('A', 'B').replace(/A$/, 'B');
const someKey = 'abcdefghijklmnopABCDEFGHIJ012345';

/** What every implementation of `Accounts` promises. `create` makes an empty one with a given clock. */
export const accountsSuite = (
  name: string,
  create: (now: () => number) => Promise<Accounts>,
): void => {
  describe(`${name} as accounts`, () => {
    let accounts: Accounts;
    let time = 0;

    beforeEach(async () => {
      time = Date.parse('2026-11-20T12:00:00Z');
      accounts = await create(() => time);
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
        approved: true,
        role: 'user',
        epoch: 0,
        hasPassword: false,
        passkeys: [],
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
      const disabled = { ...account, disabled: true, epoch: 1 };
      expect(await accounts.disable(account.id)).to.deep.equal(disabled);
      expect(await accounts.findByKey(key)).to.equal(undefined);
      expect(await accounts.get('Ann')).to.deep.equal(disabled);
      const enabled = { ...disabled, disabled: false };
      expect(await accounts.enable(account.id)).to.deep.equal(enabled);
      expect(await accounts.findByKey(key)).to.deep.equal(enabled);
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
      const { rotate, disable, enable, revealKey, approve, endSessions, update, remove } = accounts;
      await accounts.add(ann);
      const changes = [rotate, disable, enable, revealKey, approve, endSessions, remove];
      const link = (accountId: string) => accounts.addLink({ kind: 'signin', accountId });
      for (const change of [...changes, link, (id: string) => update(id, {})]) {
        expect(await rejectionOf(change('acct_none'))).to.have.property('code', 'not_found');
      }
    });

    it('change fields of an account, and no other account', async () => {
      const { account } = await accounts.add(ann);
      const { account: other } = await accounts.add(bob);
      const fields = { name: 'Anna', email: 'anna@example.org', monthlyLimit: 5 };
      const changed = {
        ...{ ...account, ...fields, requestsPerMinute: 1, role: 'admin' as const },
        epoch: 1,
      };
      const { requestsPerMinute, role } = changed;
      const updated = await accounts.update(account.id, { ...fields, requestsPerMinute, role });
      expect(updated).to.deep.equal(changed);
      expect(await accounts.list()).to.deep.equal([changed, other]);
    });

    it('refuse a change to an unusable field', async () => {
      const { account } = await accounts.add(ann);
      for (const fields of [{ name: '' }, { email: 'ann' }, { monthlyLimit: -1 }]) {
        const error = await rejectionOf(accounts.update(account.id, fields));
        expect(error).to.have.property('code', 'bad_request');
      }
      expect(await accounts.list()).to.deep.equal([account]);
    });

    it('do not find an account by its key until it is approved', async () => {
      const { account, key } = await accounts.add({ ...ann, approved: false });
      expect(await accounts.findByKey(key)).to.equal(undefined);
      const approved = await accounts.approve(account.id);
      expect(approved).to.deep.equal({ ...account, approved: true });
      expect(await accounts.findByKey(key)).to.deep.equal(approved);
    });

    it('find who signs in by the e-mail address in any case, once there is a password', async () => {
      const { account } = await accounts.add(ann);
      expect(await accounts.findBySignIn(ann.email)).to.equal(undefined);
      await accounts.update(account.id, { password });
      const changed = { ...account, hasPassword: true, epoch: 1 };
      for (const email of [ann.email, 'ANN@Example.org']) {
        expect(await accounts.findBySignIn(email)).to.deep.equal({ account: changed, password });
      }
      await accounts.disable(account.id);
      expect(await accounts.findBySignIn(ann.email)).to.equal(undefined);
    });

    it('let one account alone sign in with an address', async () => {
      await accounts.add({ ...ann, password });
      const { account } = await accounts.add(ann);
      const same = { ...bob, email: 'Ann@example.org', password };
      for (const change of [
        accounts.add(same),
        accounts.update(account.id, { password }),
        accounts
          .add({ ...bob, password })
          .then((made) => accounts.update(made.account.id, { email: 'ANN@EXAMPLE.ORG' })),
      ]) {
        expect(await rejectionOf(change)).to.have.property('code', 'bad_request');
      }
    });

    it('end sessions', async () => {
      const { account } = await accounts.add(ann);
      expect(await accounts.endSessions(account.id)).to.deep.equal({ ...account, epoch: 1 });
    });

    it('keep one administrator who can sign in', async () => {
      const { account } = await accounts.add({ ...ann, role: 'admin', password });
      // Neither of them can sign in.
      await accounts.add({ ...bob, role: 'admin' });
      const waiting = { ...bob, role: 'admin', password, approved: false } as const;
      const { account: other } = await accounts.add(waiting);
      for (const change of [
        () => accounts.disable(account.id),
        () => accounts.update(account.id, { role: 'user' }),
        () => accounts.remove(account.id),
      ]) {
        expect(await rejectionOf(change())).to.have.property('code', 'bad_request');
      }
      await accounts.approve(other.id);
      expect(await accounts.disable(account.id)).to.include({ disabled: true });
    });

    it('remove an account, with its links, and keep one', async () => {
      const { account: ada } = await accounts.add({ ...bob, role: 'admin', password });
      const { account, key } = await accounts.add({ ...ann, password });
      await accounts.addLink({ kind: 'signin', accountId: account.id });
      await accounts.as(account).addLink({ kind: 'invite' });
      await accounts.remove(account.id);
      expect(await accounts.list()).to.deep.equal([ada]);
      expect(await accounts.links()).to.deep.equal([]);
      expect(await accounts.findByKey(key)).to.equal(undefined);
      expect(await rejectionOf(accounts.remove(account.id))).to.have.property('code', 'not_found');
      const again = await accounts.add({ ...ann, password });
      expect(again.account.id).not.to.equal(account.id);
      await accounts.remove(again.account.id);
      const last = await rejectionOf(accounts.remove(ada.id));
      expect(last).to.have.property('code', 'bad_request');
    });

    it('make an account without its password where another one signs in, if it is to say nothing', async () => {
      await accounts.add({ ...ann, password });
      const yielding = { ...bob, password, yieldsAddress: true };
      const taken = await accounts.add({ ...yielding, email: 'ANN@example.org' });
      const free = await accounts.add(yielding);
      expect([taken.account.hasPassword, free.account.hasPassword]).to.deep.equal([false, true]);
      expect(await accounts.findByKey(taken.key)).to.deep.equal(taken.account);
    });

    it('give no role and no link to the account of the demo, and no account its role', async () => {
      const { account: demo } = await accounts.add({ ...ann, role: 'demo' });
      const { account } = await accounts.add(bob);
      for (const change of [
        () => accounts.update(demo.id, { role: 'admin' }),
        () => accounts.update(account.id, { role: 'demo' }),
        () => accounts.addLink({ kind: 'signin', accountId: demo.id }),
      ]) {
        expect(await rejectionOf(change())).to.have.property('code', 'bad_request');
      }
      expect(await accounts.update(demo.id, { monthlyLimit: 5 })).to.include({ monthlyLimit: 5 });
    });

    it('are changed on behalf of one of them while its rights last', async () => {
      const { account } = await accounts.add({ ...ann, password });
      const { account: other } = await accounts.add(bob);
      const acting = accounts.as(account);
      expect(await acting.update(other.id, { name: 'Bo' })).to.include({ name: 'Bo' });
      await accounts.endSessions(account.id);
      for (const change of [
        () => acting.update(other.id, { name: 'Bill' }),
        () => acting.rotate(account.id),
        () => acting.revealKey(account.id),
        () => acting.disable(other.id),
        () => acting.remove(other.id),
        () => acting.addLink({ kind: 'invite', role: 'admin' }),
      ]) {
        expect(await rejectionOf(change())).to.have.property('code', 'unauthorized');
      }
      const gone = accounts.as({ id: 'acct_none', epoch: 0 });
      expect(await rejectionOf(gone.endSessions(other.id))).to.have.property(
        'code',
        'unauthorized',
      );
      expect(await accounts.get(other.id)).to.include({ name: 'Bo', disabled: false });
    });

    describe('passkeys', () => {
      const passkey: NewPasskey = {
        id: 'qN_-4',
        name: 'laptop',
        publicKey: 'pQECAyYgASFYIA',
        counter: 3,
        transports: ['internal'],
      };
      const shown = { id: 'qN_-4', name: 'laptop', createdAt: '2026-11-20T12:00:00.000Z' };
      const codeOf = async (change: Promise<unknown>): Promise<unknown> =>
        ((await rejectionOf(change)) as ServiceError).code;

      it('are listed without what verifies them, and find their account', async () => {
        const { account } = await accounts.add({ ...ann, password });
        await accounts.add({ ...bob, password });
        const changed = await accounts.addPasskey(account.id, passkey);
        expect(changed).to.deep.equal({ ...account, passkeys: [shown] });
        const { publicKey, counter } = passkey;
        const found = { account: changed, publicKey, counter };
        expect(await accounts.findByPasskey(passkey.id)).to.deep.equal(found);
        for (const other of ['', 'qN_-5', '__proto__']) {
          expect(await accounts.findByPasskey(other)).to.equal(undefined);
        }
      });

      it('are no way to sign in to a disabled account', async () => {
        const { account } = await accounts.add({ ...ann, password });
        await accounts.addPasskey(account.id, passkey);
        await accounts.disable(account.id);
        expect(await accounts.findByPasskey(passkey.id)).to.equal(undefined);
        await accounts.enable(account.id);
        expect(await accounts.findByPasskey(passkey.id)).not.to.equal(undefined);
      });

      it('are removed one by one', async () => {
        const { account } = await accounts.add({ ...ann, password });
        await accounts.addPasskey(account.id, passkey);
        await accounts.addPasskey(account.id, { ...passkey, id: 'other' });
        const left = await accounts.removePasskey(account.id, passkey.id);
        expect(left.passkeys.map(({ id }) => id)).to.deep.equal(['other']);
        expect(await accounts.findByPasskey(passkey.id)).to.equal(undefined);
        const again = accounts.removePasskey(account.id, passkey.id);
        expect(await codeOf(again)).to.equal('not_found');
      });

      it('are never the only way to sign in', async () => {
        const { account } = await accounts.add(ann);
        expect(await codeOf(accounts.addPasskey(account.id, passkey))).to.equal('bad_request');
        expect(await accounts.list()).to.deep.equal([account]);
      });

      it('belong to one account', async () => {
        const { account } = await accounts.add({ ...ann, password });
        const { account: other } = await accounts.add({ ...bob, password });
        await accounts.addPasskey(account.id, passkey);
        for (const id of [account.id, other.id]) {
          expect(await codeOf(accounts.addPasskey(id, passkey))).to.equal('bad_request');
        }
      });

      it('are at most ten of an account', async () => {
        const { account } = await accounts.add({ ...ann, password });
        for (let made = 0; made < 10; made += 1) {
          await accounts.addPasskey(account.id, { ...passkey, id: `key-${made}` });
        }
        expect(await codeOf(accounts.addPasskey(account.id, passkey))).to.equal('bad_request');
        expect((await accounts.get(account.id))!.passkeys).to.have.length(10);
      });

      for (const [title, fields] of [
        ['no name', { name: '' }],
        ['a name of two lines', { name: 'a\nb' }],
        ['an id that is no Base64 for URLs', { id: 'a+b' }],
        ['no public key', { publicKey: '' }],
        ['a counter below 0', { counter: -1 }],
        ['a transport that is markup', { transports: ['<b>'] }],
      ] as const) {
        it(`are refused with ${title}`, async () => {
          const { account } = await accounts.add({ ...ann, password });
          const change = accounts.addPasskey(account.id, { ...passkey, ...fields });
          expect(await codeOf(change)).to.equal('bad_request');
        });
      }

      it('are used with a counter that grows, where the authenticator has one', async () => {
        const { account } = await accounts.add({ ...ann, password });
        await accounts.addPasskey(account.id, passkey);
        const use = (counter: number) => accounts.notePasskeyUse(account.id, passkey.id, counter);
        await use(4);
        expect(await accounts.findByPasskey(passkey.id)).to.include({ counter: 4 });
        expect(await codeOf(use(4))).to.equal('bad_request');
        const uses = await Promise.allSettled([use(9), use(9)]);
        expect(uses.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
        await use(0);
        expect(await accounts.findByPasskey(passkey.id)).to.include({ counter: 9 });
        const unknown = accounts.notePasskeyUse(account.id, 'other', 10);
        expect(await codeOf(unknown)).to.equal('not_found');
      });

      it('stay when the password is changed, which ends all sessions', async () => {
        const { account } = await accounts.add({ ...ann, password });
        await accounts.addPasskey(account.id, passkey);
        const changed = await accounts.update(account.id, { password: otherPassword });
        expect(changed).to.deep.include({ epoch: 1, passkeys: [shown] });
      });
    });

    describe('links', () => {
      it('to sign in work once, and only with their token', async () => {
        const { account } = await accounts.add(ann);
        const { token } = await accounts.addLink({ kind: 'signin', accountId: account.id });
        expect(token).to.match(/^[\w-]{43}$/);
        const { id } = (await accounts.findLink(token))!;
        expect(id).to.match(/^[0-9a-f]{16}$/);
        const link = {
          id,
          kind: 'signin',
          accountId: account.id,
          email: null,
          role: 'user',
          monthlyLimit: null,
          requestsPerMinute: null,
          expiresAt: '2026-11-20T12:15:00.000Z',
          createdBy: null,
        };
        expect(await accounts.findLink(token)).to.deep.equal(link);
        expect(await accounts.links()).to.deep.equal([link]);
        for (const wrong of ['', token.slice(1), token.toUpperCase(), 'x'.repeat(43)]) {
          expect(await accounts.findLink(wrong)).to.equal(undefined);
          const error = await rejectionOf(accounts.takeLink(wrong));
          expect(error).to.have.property('code', 'not_found');
        }
        expect(await accounts.takeLink(token)).to.deep.equal(account);
        expect(await accounts.findLink(token)).to.equal(undefined);
        expect(await accounts.links()).to.deep.equal([]);
        expect(await rejectionOf(accounts.takeLink(token))).to.have.property('code', 'not_found');
      });

      it('expire', async () => {
        const { account } = await accounts.add(ann);
        const { token } = await accounts.addLink({ kind: 'signin', accountId: account.id });
        const { token: invitation } = await accounts.addLink({ kind: 'invite' });
        time += 15 * 60_000 - 1;
        expect(await accounts.findLink(token)).not.to.equal(undefined);
        time += 1;
        expect(await accounts.findLink(token)).to.equal(undefined);
        expect(await rejectionOf(accounts.takeLink(token))).to.have.property('code', 'not_found');
        time += 5 * 24 * 3_600_000;
        const late = accounts.addByLink(invitation, bob);
        expect(await rejectionOf(late)).to.have.property('code', 'not_found');
      });

      it('of an invitation make one account, with their role and limits', async () => {
        const { account: admin } = await accounts.add(ann);
        const limits = { monthlyLimit: 500, requestsPerMinute: 60, role: 'admin' } as const;
        const invitation = { kind: 'invite', email: bob.email } as const;
        const { token } = await accounts.as(admin).addLink({ ...invitation, ...limits });
        const expected = { ...invitation, ...limits, createdBy: admin.id };
        expect(await accounts.findLink(token)).to.include(expected);
        const { account, key } = await accounts.addByLink(token, { ...bob, password });
        expect(account).to.include({ ...bob, ...limits, hasPassword: true });
        expect(await accounts.findByKey(key)).to.deep.equal(account);
        const again = accounts.addByLink(token, { ...bob, email: 'b@example.org' });
        expect(await rejectionOf(again)).to.have.property('code', 'not_found');
        expect(await accounts.list()).to.have.length(2);
      });

      it('of an invitation stay where no account is made', async () => {
        await accounts.add({ ...ann, password });
        const { token } = await accounts.addLink({ kind: 'invite' });
        const refused = accounts.addByLink(token, { ...ann, password });
        expect(await rejectionOf(refused)).to.have.property('code', 'bad_request');
        await accounts.addByLink(token, { ...bob, password });
      });

      it('are for accounts that can sign in', async () => {
        const { account } = await accounts.add(ann);
        const { account: waiting } = await accounts.add({ ...bob, approved: false });
        await accounts.disable(account.id);
        for (const { id } of [account, waiting]) {
          const refused = accounts.addLink({ kind: 'signin', accountId: id });
          expect(await rejectionOf(refused)).to.have.property('code', 'bad_request');
        }
        await accounts.enable(account.id);
        await accounts.approve(waiting.id);
        for (const { id } of [account, waiting]) {
          await accounts.addLink({ kind: 'signin', accountId: id });
        }
      });

      it('are revoked by their id', async () => {
        await accounts.add(ann);
        const made = await accounts.addLink({ kind: 'invite' });
        const { link: other } = await accounts.addLink({ kind: 'invite' });
        await accounts.revokeLink(made.link.id);
        expect(await accounts.links()).to.deep.equal([other]);
        for (const use of [
          () => accounts.addByLink(made.token, bob),
          () => accounts.revokeLink(made.link.id),
        ]) {
          expect(await rejectionOf(use())).to.have.property('code', 'not_found');
        }
      });

      it('are used for their own kind alone', async () => {
        const { account } = await accounts.add(ann);
        const { token: invitation } = await accounts.addLink({ kind: 'invite' });
        const { token: signIn } = await accounts.addLink({ kind: 'signin', accountId: account.id });
        for (const use of [accounts.takeLink(invitation), accounts.addByLink(signIn, bob)]) {
          expect(await rejectionOf(use)).to.have.property('code', 'not_found');
        }
        await accounts.takeLink(signIn);
        await accounts.addByLink(invitation, bob);
      });
    });
  });
};
