import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { accountsFileOf, readAccountsFile } from '../../src/accounts/accounts-file.ts';
import type { StoredAccount } from '../../src/accounts/stored-account.ts';
import { StartError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const account: StoredAccount = {
  id: 'acct_0123456789abcdef',
  name: 'Ann',
  email: 'ann@example.org',
  disabled: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  monthlyLimit: 500,
  requestsPerMinute: null,
  keyDigest: '0123456789abcdef'.repeat(4),
  sealedKey: 'AbC+/'.repeat(16),
};
const other = { ...account, id: 'acct_fedcba9876543210', keyDigest: 'f'.repeat(64) };

const fileWith = (...accounts: unknown[]): string => JSON.stringify({ version: 1, accounts });

describe('the accounts file', () => {
  const inFolder = temporaryFolders();
  const read = () => readAccountsFile(inFolder('accounts.json'));

  it('keeps every field', async () => {
    writeFileSync(inFolder('accounts.json'), accountsFileOf([account, other]));
    expect(await read()).to.deep.equal([account, other]);
  });

  it('may be missing', async () => {
    expect(await read()).to.deep.equal([]);
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
    ['a short digest', { keyDigest: 'abc' }, '"keyDigest" must be'],
    ['a short sealed key', { sealedKey: 'abc' }, '"sealedKey" must be'],
    ['an unknown field', { colour: 'red' }, '"colour" is not known'],
  ];
  const cases: readonly (readonly [title: string, content: string, problem: string])[] = [
    ['nothing', '', 'not JSON (0 bytes)'],
    ['a cut off text', fileWith(account).slice(0, -9), 'not JSON'],
    ['an array', '[]', 'not a JSON object'],
    ['another version', '{"version":2,"accounts":[]}', '"version" must be 1'],
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
