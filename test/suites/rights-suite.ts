import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Account, Accounts, AccountWithKey } from '../../src/accounts/accounts.ts';
import { createSessions } from '../../src/web/access/sessions.ts';

const documents = new URL('../../docs/accounts.md', import.meta.url);

/** A hash as accounts store it. */
const passwordOf = (letter: string): string =>
  `$argon2id$v=19$m=19456,t=2,p=1$${letter.repeat(22)}$${letter.repeat(43)}`;

/** What an administrator has, and what she has made. */
type Given = AccountWithKey &
  Readonly<{
    cookie: string;
    linkToHer: string;
    linkByHer: string;
    invitation: string;
    passkeyId: string;
    ids: Readonly<{ linkToHer: string; linkByHer: string; invitation: string }>;
  }>;

type Made = (accounts: Accounts, ann: Given) => Promise<unknown>;

/** The changes, in the words of the table in docs/accounts.md. */
const changes: Readonly<Record<string, Made>> = {
  'it is disabled': ({ disable }, { account }) => disable(account.id),
  'its role changes': ({ update }, { account }) => update(account.id, { role: 'user' }),
  'its password changes': ({ update }, { account }) =>
    update(account.id, { password: passwordOf('B') }),
  'its e-mail address changes': ({ update }, { account }) =>
    update(account.id, { email: `new-${account.email}` }),
  '"Sign out everywhere"': ({ endSessions }, { account }) => endSessions(account.id),
  'its key is replaced': ({ rotate }, { account }) => rotate(account.id),
  'a passkey is removed': ({ removePasskey }, { account, passkeyId }) =>
    removePasskey(account.id, passkeyId),
  'a link or invitation is revoked': async ({ revokeLink }, { ids }) => {
    for (const id of Object.values(ids)) await revokeLink(id);
  },
  'it is deleted': ({ remove }, { account }) => remove(account.id),
};

const isFulfilled = (use: Promise<unknown>): Promise<boolean> =>
  use.then(
    () => true,
    () => false,
  );

/** Whether each right is still good: by its use, in the words of the table's head. */
const uses: Readonly<
  Record<string, (accounts: Accounts, ann: Given, now: () => number) => Promise<boolean>>
> = {
  sessions: async (accounts, { account, cookie }, now) => {
    const sessions = sessionsOf(accounts, now);
    const isRead = (await sessions.read(cookie)) !== undefined;
    // What a form of that session has begun to do.
    const isDone = await isFulfilled(accounts.as(account).addLink({ kind: 'invite' }));
    expect(isDone, 'a change from the session').to.equal(isRead);
    return isRead;
  },
  'sign-in links to it': async ({ takeLink, findLink }, { linkToHer }) => {
    const isFound = (await findLink(linkToHer)) !== undefined;
    expect(await isFulfilled(takeLink(linkToHer))).to.equal(isFound);
    return isFound;
  },
  'links and invitations it made': async ({ takeLink, addByLink }, ann) => {
    const eve = { name: 'Eve', email: 'eve@example.org' };
    const used = [
      await isFulfilled(takeLink(ann.linkByHer)),
      await isFulfilled(addByLink(ann.invitation, eve)),
    ];
    expect(used[0]).to.equal(used[1]);
    return used[0] === true;
  },
  key: async ({ findByKey }, { key }) => (await findByKey(key)) !== undefined,
  passkeys: async ({ findByPasskey }, { passkeyId }) =>
    (await findByPasskey(passkeyId)) !== undefined,
};

const sessionsOf = (accounts: Accounts, now: () => number) =>
  createSessions({
    ...{ accounts, now, sessionHours: 168, idleHours: 24 },
    secret: new Uint8Array(32).fill(7),
  });

/**
 * What ends when, cell by cell of the table in docs/accounts.md. `open` opens accounts on one store, as a node or a
 * command does: each right is used on another node than the one that made the change.
 */
export const rightsSuite = (name: string, open: (now: () => number) => Promise<Accounts>): void => {
  describe(`what a change ends, with accounts in ${name}`, () => {
    let time = Date.parse('2026-11-20T12:00:00Z');
    const now = (): number => time;
    const [head = [], ...rows] = tableIn(readFileSync(documents, 'utf8'));
    let one: Accounts;
    let other: Accounts;
    before(async () => {
      one = await open(now);
      other = await open(now);
    });

    it('is documented', () => {
      expect(head.slice(1)).to.deep.equal(Object.keys(uses));
      expect(rows.map(([change]) => change)).to.deep.equal(Object.keys(changes));
    });

    const check = (change: string, cells: readonly string[], word: RegExp, made: Made): void => {
      describe(`where ${change}`, () => {
        let ann: Given;
        before(async () => {
          ann = await givenTo(one, now);
          await made(one, ann);
          time += 1000;
        });
        for (const [index, cell] of cells.entries()) {
          const right = head[index + 1] ?? '';
          it(`${right}: ${cell}`, async () => {
            expect(await uses[right]!(other, ann, now)).to.equal(word.test(cell));
          });
        }
      });
    };

    for (const [change = '', ...cells] of rows) check(change, cells, /^stays?$/, changes[change]!);

    const [, ...cells] = rows.find(([change]) => change === 'it is disabled') ?? [];
    check('it was disabled and is enabled', cells, /^off until it is enabled$/, async (on, ann) => {
      await on.disable(ann.account.id);
      await on.enable(ann.account.id);
    });
  });
};

/** Rows of the one table that begins with "When". */
const tableIn = (text: string): readonly (readonly string[])[] =>
  text
    .slice(text.indexOf('| When'))
    .split('\n\n')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

let people = 0;

const givenTo = async (accounts: Accounts, now: () => number): Promise<Given> => {
  const person = () => ({
    ...{ name: 'Ann', email: `${(people += 1)}@example.org` },
    ...({ role: 'admin', password: passwordOf('A') } as const),
  });
  const { account: cy } = await accounts.add(person());
  const made = await accounts.add(person());
  const passkeyId = `passkey-${made.account.id}`;
  const passkey = { id: passkeyId, name: 'laptop', publicKey: 'pQ', counter: 0, transports: [] };
  const account: Account = await accounts.addPasskey(made.account.id, passkey);
  const linkToHer = await accounts.as(cy).addLink({ kind: 'signin', accountId: account.id });
  const linkByHer = await accounts.as(account).addLink({ kind: 'signin', accountId: cy.id });
  const invitation = await accounts.as(account).addLink({ kind: 'invite', role: 'admin' });
  const [cookie = ''] = sessionsOf(accounts, now).begin(account).split(';');
  return {
    ...{ account, key: made.key, cookie, passkeyId },
    ...{ linkToHer: linkToHer.token, linkByHer: linkByHer.token, invitation: invitation.token },
    ids: {
      ...{ linkToHer: linkToHer.link.id, linkByHer: linkByHer.link.id },
      invitation: invitation.link.id,
    },
  };
};
