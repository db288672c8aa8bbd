import { expect } from 'chai';
import type { Account, Accounts } from '../../../src/accounts/accounts.ts';
import { createSessions, type SessionOptions } from '../../../src/web/access/sessions.ts';
import { createMemoryAccounts } from '../../support/accounts/memory-accounts.ts';

const hour = 3_600_000;

const password = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

describe('sessions', () => {
  let time: number;
  let accounts: Accounts;
  let account: Account;
  const now = (): number => time;
  const sessionsOf = (options: Partial<SessionOptions> = {}) =>
    createSessions({
      accounts,
      secret: new Uint8Array(32).fill(7),
      sessionHours: 168,
      idleHours: 24,
      now,
      ...options,
    });
  const pairIn = (setCookie: string): string => setCookie.split(';')[0] ?? '';

  beforeEach(async () => {
    time = Date.parse('2026-11-21T12:00:00Z');
    accounts = createMemoryAccounts({ now });
    ({ account } = await accounts.add({ name: 'Ann', email: 'ann@example.org' }));
  });

  it('are in a cookie that scripts, other hosts and plain HTTP do not get', () => {
    expect(sessionsOf().begin(account)).to.match(
      /^__Host-shrinkd=[\w.-]+; Path=\/; Max-Age=86400; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(sessionsOf().end).to.match(/^__Host-shrinkd=; Path=\/; Max-Age=0; /);
  });

  it('are of the account as it is now, on every node with the secret', async () => {
    const cookie = pairIn(sessionsOf().begin(account));
    const changed = await accounts.update(account.id, { name: 'Anna', monthlyLimit: 5 });
    expect(await sessionsOf().read(`a=b; ${cookie}; c=d`)).to.deep.equal({
      session: { account: changed, issuedAt: time, lastSeenAt: time, isByLink: false },
      prolonged: undefined,
    });
  });

  for (const [title, seen] of [
    ['that another node has just added', () => undefined],
    ['whose password another node has just changed', () => account],
  ] as const) {
    it(`are read for an account ${title}`, async () => {
      const changed = await accounts.update(account.id, { password });
      const cookie = pairIn(sessionsOf().begin(changed));
      const behind = { get: async () => seen(), getAgain: accounts.getAgain };
      const found = await sessionsOf({ accounts: behind }).read(cookie);
      expect(found?.session.account).to.deep.equal(changed);
    });
  }

  it('are not read again where the password has changed since', async () => {
    const cookie = pairIn(sessionsOf().begin(account));
    await accounts.update(account.id, { password });
    const getAgain = () => expect.fail('no need to read them');
    expect(await sessionsOf({ accounts: { ...accounts, getAgain } }).read(cookie)).to.equal(
      undefined,
    );
  });

  it('are accepted with no bit changed', async () => {
    const [name, value = ''] = pairIn(sessionsOf().begin(account)).split('=');
    const sessions = sessionsOf();
    for (let index = 0; index < value.length; index += 1) {
      const other = value[index] === 'A' ? 'B' : 'A';
      const changed = value.slice(0, index) + other + value.slice(index + 1);
      // The last character of Base64 has bits that count for nothing.
      if (index === value.length - 1) continue;
      expect(await sessions.read(`${name}=${changed}`), String(index)).to.equal(undefined);
    }
    for (const wrong of ['', '.', 'x', `${value}A`, value.slice(0, -2), `a.${value}`]) {
      expect(await sessions.read(`${name}=${wrong}`), wrong).to.equal(undefined);
    }
    expect(await sessions.read(`${name}=${value}`)).not.to.equal(undefined);
  });

  it('are not accepted with another secret', async () => {
    const cookie = pairIn(sessionsOf().begin(account));
    const other = sessionsOf({ secret: new Uint8Array(32).fill(8) });
    expect(await other.read(cookie)).to.equal(undefined);
  });

  it('end when they are idle', async () => {
    const sessions = sessionsOf();
    const cookie = pairIn(sessions.begin(account));
    time += 24 * hour - 1;
    expect(await sessions.read(cookie)).not.to.equal(undefined);
    time += 1;
    expect(await sessions.read(cookie)).to.equal(undefined);
  });

  it('are prolonged at most every ten minutes, and end a week after the sign-in', async () => {
    const sessions = sessionsOf();
    let cookie = pairIn(sessions.begin(account));
    const issuedAt = time;
    time += 599_999;
    expect(await sessions.read(cookie)).to.have.property('prolonged', undefined);
    time += 1;
    for (let hours = 0; time < issuedAt + 168 * hour; hours += 1) {
      const found = await sessions.read(cookie);
      expect(found?.session.issuedAt, `${hours}`).to.equal(issuedAt);
      cookie = pairIn(found!.prolonged!);
      time += 12 * hour;
    }
    expect(await sessions.read(cookie)).to.equal(undefined);
  });

  it('have a cookie that the browser forgets when they end', async () => {
    const sessions = sessionsOf({ sessionHours: 1 });
    const begun = sessions.begin(account);
    expect(begun).to.contain('Max-Age=3600;');
    time += hour / 2;
    const found = await sessions.read(pairIn(begun));
    expect(found?.prolonged).to.contain('Max-Age=1800;');
  });

  const ends: readonly (readonly [title: string, end: (id: string) => Promise<unknown>])[] = [
    ['all sessions are ended', (id) => accounts.endSessions(id)],
    ['the account is disabled', (id) => accounts.disable(id)],
    [
      'the account was disabled and is enabled again',
      async (id) => {
        await accounts.disable(id);
        await accounts.enable(id);
      },
    ],
    ['the password is changed', (id) => accounts.update(id, { password })],
  ];
  for (const [title, end] of ends) {
    it(`end when ${title}`, async () => {
      const sessions = sessionsOf();
      const cookie = pairIn(sessions.begin(account));
      await end(account.id);
      expect(await sessions.read(cookie)).to.equal(undefined);
    });
  }

  it('are none for an account that is not approved', async () => {
    const bob = { name: 'Bob', email: 'bob@example.org', approved: false };
    const made = await accounts.add(bob);
    const sessions = sessionsOf();
    expect(await sessions.read(pairIn(sessions.begin(made.account)))).to.equal(undefined);
  });
});
