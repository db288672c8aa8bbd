import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { accountsFileOf, readAccountsFile } from '../../src/accounts/accounts-file.ts';
import type { StoredLink } from '../../src/accounts/links.ts';
import type { StoredAccount } from '../../src/accounts/stored-account.ts';
import { StartError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const account: StoredAccount = {
  id: 'acct_0123456789abcdef',
  name: 'Ann',
  email: 'ann@example.org',
  disabled: false,
  approved: false,
  role: 'admin',
  epoch: 3,
  createdAt: '2026-11-20T12:00:00.000Z',
  monthlyLimit: 500,
  requestsPerMinute: null,
  password: `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'b/+1'.repeat(10)}c3d`,
  passkeys: [
    {
      id: 'qN_-4',
      name: 'laptop',
      createdAt: '2026-11-21T12:00:00.000Z',
      publicKey: 'pQECAyYgASFYIA',
      counter: 7,
      transports: ['internal', 'hybrid'],
    },
  ],
  keyDigest: '0123456789abcdef'.repeat(4),
  sealedKey: 'AbC+/'.repeat(16),
};
const other = { ...account, id: 'acct_fedcba9876543210', keyDigest: 'f'.repeat(64) };

const link: StoredLink = {
  digest: 'a'.repeat(64),
  kind: 'invite',
  account: null,
  email: 'bob@example.org',
  role: 'user',
  monthlyLimit: 500,
  requestsPerMinute: null,
  expiresAt: '2026-11-25T12:00:00.000Z',
  createdBy: { id: account.id, epoch: 3 },
};

const fileWith = (...accounts: unknown[]): string =>
  JSON.stringify({ version: 1, accounts, links: [] });
const fileWithLink = (fields: object): string =>
  JSON.stringify({ version: 1, accounts: [], links: [{ ...link, ...fields }] });

describe('the accounts file', () => {
  const inFolder = temporaryFolders();
  const read = () => readAccountsFile(inFolder('accounts.json'));

  it('keeps every field', async () => {
    const state = { accounts: [account, other], links: [link] };
    writeFileSync(inFolder('accounts.json'), accountsFileOf(state));
    expect(await read()).to.deep.equal(state);
  });

  it('may be missing', async () => {
    expect(await read()).to.deep.equal({ accounts: [], links: [] });
  });

  const wrongFields: readonly (readonly [title: string, fields: object, problem: string])[] = [
    ['an id of another form', { id: 'acct_1' }, '"id" must be'],
    ['an empty name', { name: '' }, '"name" must be'],
    ['a line break in a name', { name: 'Ann\r\nX: y' }, '"name" must be'],
    ['an address without @', { email: 'ann' }, '"email" must be'],
    ['a line break in an address', { email: 'a@b\r\nX:y' }, '"email" must be'],
    ['an endless address', { email: `a@${'b'.repeat(300)}` }, '"email" must be'],
    ['"disabled" in words', { disabled: 'no' }, '"disabled" must be true or false'],
    ['a time of another form', { createdAt: 'yesterday' }, '"createdAt" must be'],
    ['a date without a time', { createdAt: '2026-11-20' }, '"createdAt" must be'],
    ['a negative monthly limit', { monthlyLimit: -1 }, '"monthlyLimit" must be'],
    ['a monthly limit in words', { monthlyLimit: '500' }, '"monthlyLimit" must be'],
    ['a missing monthly limit', { monthlyLimit: undefined }, '"monthlyLimit" must be'],
    ['a rate of 0', { requestsPerMinute: 0 }, '"requestsPerMinute" must be'],
    ['a broken rate', { requestsPerMinute: 1.5 }, '"requestsPerMinute" must be'],
    ['a role that is none', { role: 'owner' }, '"role" must be "user" or "admin"'],
    ['a password in plain text', { password: 'secret words' }, '"password" must be null or'],
    ['a negative epoch', { epoch: -1 }, '"epoch" must be'],
    ['a short digest', { keyDigest: 'abc' }, '"keyDigest" must be'],
    ['a short sealed key', { sealedKey: 'abc' }, '"sealedKey" must be'],
    ['an unknown field', { colour: 'red' }, '"colour" is not known'],
  ];
  const cases: readonly (readonly [title: string, content: string, problem: string])[] = [
    ['nothing', '', 'not JSON (0 bytes)'],
    ['a cut off text', fileWith(account).slice(0, -9), 'not JSON'],
    ['an array', '[]', 'not a JSON object'],
    ['another version', '{"version":2,"accounts":[]}', '"version" must be 1.'],
    ['links in an object', '{"version":1,"accounts":[],"links":{}}', '"links" must be an array'],
    ['a link of another kind', fileWithLink({ kind: 'other' }), 'links[0]: "kind" must be'],
    ['a link with its token', fileWithLink({ token: 'x' }), 'links[0]: "token" is not known'],
    ['a link without an end', fileWithLink({ expiresAt: undefined }), '"expiresAt" must be a time'],
    ['no accounts', '{"version":1}', '"accounts" must be an array'],
    ['a number as an account', fileWith(7), 'accounts[0]: It must be an object'],
    ['the same id twice', fileWith(account, { ...other, id: account.id }), 'accounts[1]: "id" is'],
    [
      'the same key twice',
      fileWith(account, { ...other, keyDigest: account.keyDigest }),
      'accounts[1]: "keyDigest" is also that of accounts[0]',
    ],
    ...wrongFields.map(
      ([title, fields, problem]) =>
        [title, fileWith(other, { ...account, ...fields }), `accounts[1]: ${problem}`] as const,
    ),
  ];

  for (const [title, content, problem] of cases) {
    it(`is refused with ${title}`, async () => {
      writeFileSync(inFolder('accounts.json'), content);
      const error = await rejectionOf(read());
      expect(error).to.be.instanceOf(StartError);
      expect(String(error)).to.contain(inFolder('accounts.json')).and.contain(problem);
      expect(String(error)).to.contain('Restore it from a backup');
    });
  }

  it('is refused with all problems together', async () => {
    writeFileSync(inFolder('accounts.json'), fileWith({ ...account, name: 1, email: 2 }, 7));
    expect(String(await rejectionOf(read())).match(/^- accounts\[\d\]/gm)).to.have.length(3);
  });

  it('is refused without quoting what is in it', async () => {
    writeFileSync(inFolder('accounts.json'), `{"accounts":[{"sealedKey":"s3cret"`);
    const { message, cause } = (await rejectionOf(read())) as Error;
    expect(`${message} ${String(cause)}`).not.to.contain('s3cret');
  });

  it('is refused when it cannot be read', async () => {
    const error = await rejectionOf(readAccountsFile(inFolder()));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain('cannot be read (EISDIR)');
  });
});
