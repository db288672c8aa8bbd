import { expect } from 'chai';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { Account, Accounts } from '../../src/accounts/accounts.ts';
import { createFileAccounts } from '../../src/accounts/file-accounts.ts';
import { countersFileOf } from '../../src/counters/counters-file.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { shrinkd, type Ran } from '../support/cli/shrinkd.ts';

describe('shrinkd account', () => {
  const inFolder = temporaryFolders();
  const run = (...args: readonly string[]): Promise<Ran> =>
    shrinkd([...args, '--data', inFolder('data')]);
  const account = (...args: readonly string[]): Promise<Ran> => run('account', ...args);
  const json = ({ code, stdout, stderr }: Ran): unknown => {
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  /** The accounts that a service on the data folder has. */
  const opened = (): Promise<Accounts> =>
    createFileAccounts({
      path: inFolder('data/accounts.json'),
      secretPath: inFolder('data/secret.key'),
      now: Date.now,
      onProblem: () => undefined,
    });
  const foundByKey = async (key: string): Promise<Account | undefined> =>
    (await opened()).findByKey(key);

  it('adds, lists, rotates, disables and enables, with JSON as output', async () => {
    const limits = ['--monthly-limit', '500', '--requests-per-minute', '60'];
    const added = json(
      await account('add', '--json', '--name', 'Ann', '--email', 'ann@example.org', ...limits),
    );
    const { key, ...ann } = added as Account & Readonly<{ key: string }>;
    expect(ann).to.include({
      name: 'Ann',
      email: 'ann@example.org',
      disabled: false,
      monthlyLimit: 500,
      requestsPerMinute: 60,
    });
    expect(await foundByKey(key)).to.deep.equal(ann);

    const listed = await account('list', '--json');
    expect(json(listed)).to.deep.equal([ann]);
    expect(listed.stdout).not.to.contain(key);

    const rotated = json(await account('rotate', 'Ann', '--json')) as typeof added & {
      key: string;
    };
    expect(rotated).to.deep.equal({ ...ann, key: rotated.key });
    expect(await foundByKey(key)).to.equal(undefined);
    expect(await foundByKey(rotated.key)).to.deep.equal(ann);

    expect(json(await account('disable', ann.id, '--json'))).to.deep.equal({
      ...ann,
      disabled: true,
      epoch: 1,
    });
    expect(await foundByKey(rotated.key)).to.equal(undefined);
    expect(json(await account('enable', 'Ann', '--json'))).to.deep.equal({
      ...ann,
      epoch: 1,
    });
    expect(await foundByKey(rotated.key)).to.deep.equal({ ...ann, epoch: 1 });
  });

  it('does the same in words', async () => {
    const given = 'abcdefghijklmnopABCDEFGHIJ012345';
    const added = await account('add', '--name', 'Ann', '--key', given);
    expect(added.stdout).to.match(
      /^Account (acct_\w{16}) \(Ann\) has been made in the new data folder \S+\. Its API key, shown this once:\n\n {2}abc/,
    );
    expect(await foundByKey(given)).to.include({ name: 'Ann', monthlyLimit: null });
    const id = /acct_\w{16}/.exec(added.stdout)?.[0] ?? '';
    const [listed, rotated] = [await account('list'), await account('rotate', id)];
    expect(listed.stdout).to.match(
      /^id +name +email +state +role +monthly limit +requests\/minute +created\n/,
    );
    expect(listed.stdout).to.match(
      new RegExp(`^${id} +Ann +admin@localhost +enabled +user +none +none +\\S+\n$`, 'm'),
    );
    expect(rotated.stdout).to.match(
      new RegExp(`^Account ${id} has a new API key:\n\n  [A-Za-z0-9]{32}\n`),
    );
    expect((await account('disable', id)).stdout).to.equal(`Account ${id} is disabled.\n`);
    expect((await account('enable', id)).stdout).to.equal(`Account ${id} is enabled.\n`);
    expect(readdirSync(inFolder('data'))).to.have.members([
      'accounts.json',
      'accounts.json.lock',
      'counters.json',
      'secret.key',
      'state.json',
    ]);
  });

  it('finds an account by its e-mail address, unless several have it', async () => {
    for (const name of ['Ann', 'Bob']) {
      await account('add', '--name', name, '--email', `${name}@example.org`);
      await account('add', '--name', `${name} 2`, '--email', 'both@example.org');
    }
    const { id } = json(await account('disable', 'ann@EXAMPLE.org', '--json')) as Account;
    const listed = json(await account('list', '--json')) as readonly Account[];
    expect(listed.find((each) => each.id === id)).to.include({ name: 'Ann', disabled: true });
    const { code, stderr } = await account('disable', 'both@example.org');
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      'shrinkd: Several accounts have the e-mail address "both@example.org". Use the id of one.\n',
    );
  });

  it('makes an administrator, and links to sign in', async () => {
    const { id, role } = json(
      await account('add', '--name', 'Ann', '--admin', '--json'),
    ) as Account;
    expect(role).to.equal('admin');
    const unknown = await account('link', 'Ann');
    expect([unknown.code, unknown.stderr.includes('no service has been started')]).to.deep.equal([
      1,
      true,
    ]);
    writeFileSync(inFolder('data/address'), 'https://images.example:9443\n');
    const words = (await account('link', 'Ann')).stdout;
    expect(words).to.match(new RegExp(`^This address signs in to account ${id} once, until 2`));
    expect(words).to.match(/^ {2}https:\/\/images\.example:9443\/link\?token=[\w-]{43}$/m);
    const at = ['--public-url', 'https://pictures.example'];
    const { url, expiresAt } = json(await account('link', 'Ann', '--json', ...at)) as {
      url: string;
      expiresAt: string;
    };
    expect(url).to.match(/^https:\/\/pictures\.example\/link\?token=[\w-]{43}$/);
    const token = new URL(url).searchParams.get('token') ?? '';
    const accounts = await opened();
    expect(await accounts.findLink(token)).to.include({ accountId: id, expiresAt });
    // Behind a proxy the service has an address that is good on its own machine alone.
    writeFileSync(inFolder('data/address'), 'http://localhost:8080\n');
    const inside = await account('link', 'Ann');
    expect([inside.code, inside.stderr.includes('publicUrl')]).to.deep.equal([1, true]);
    expect(await accounts.links()).to.have.length(2);
  });

  it('lists links and invitations, and revokes them', async () => {
    const ann = json(await account('add', '--name', 'Ann', '--admin', '--json')) as Account;
    const accounts = await opened();
    const made = await accounts.as(ann).addLink({ kind: 'invite', email: 'b@b.b', role: 'admin' });
    await accounts.addLink({ kind: 'signin', accountId: ann.id });
    const listed = (await account('links')).stdout;
    expect(listed).to.match(
      new RegExp(`^${made.link.id} +invitation +b@b.b +admin +${ann.id} `, 'm'),
    );
    expect(listed).to.match(
      new RegExp(`^\\w{16} +sign-in +${ann.id} +user +the command line `, 'm'),
    );
    expect(listed).not.to.contain(made.token);
    const revoked = await account('revoke', made.link.id);
    expect(revoked.stdout).to.equal(`Link ${made.link.id} is revoked.\n`);
    expect(await (await opened()).findLink(made.token)).to.equal(undefined);
    expect(json(await account('links', '--json'))).to.have.length(1);
    const again = await account('revoke', made.link.id);
    expect([again.code, again.stderr.includes('was used or revoked')]).to.deep.equal([1, true]);
  });

  it('makes administrators and ordinary accounts, and deletes accounts', async () => {
    json(await account('add', '--name', 'Ann', '--admin', '--json'));
    const { id, key } = json(await account('add', '--name', 'Bob', '--json')) as Account & {
      key: string;
    };
    expect(json(await account('promote', 'Bob', '--json'))).to.include({ id, role: 'admin' });
    expect((await account('demote', 'Bob')).stdout).to.equal(
      `Account ${id} is an ordinary account.\n`,
    );
    expect(await foundByKey(key)).to.include({ role: 'user' });
    const deleted = await account('delete', 'Bob');
    expect(deleted.stdout).to.equal(`Account ${id} is deleted. Its counts are kept.\n`);
    expect(await foundByKey(key)).to.equal(undefined);
    const last = await account('delete', 'Ann');
    expect([last.code, last.stderr.includes('the only account')]).to.deep.equal([1, true]);
  });

  it('approves an account that its owner has registered', async () => {
    await account('add', '--name', 'Ann');
    const accounts = await opened();
    const { key } = await accounts.add({ name: 'Bob', email: 'b@b.b', approved: false });
    expect((await account('list')).stdout).to.contain('waiting for approval');
    expect((await account('approve', 'Bob')).stdout).to.match(/^Account acct_\w+ is approved\.\n$/);
    expect(await foundByKey(key)).to.include({ name: 'Bob', approved: true });
  });

  it('refuses what it cannot do, in one line', async () => {
    const { key: _key, ...ann } = json(
      await account('add', '--name', 'Ann', '--json'),
    ) as Account & {
      key: string;
    };
    const cases: readonly (readonly [args: readonly string[], code: number, line: string])[] = [
      [['add'], 2, '--name: expected the name of the account.'],
      [
        ['add', '--name', 'Bob', '--monthly-limit', '-1'],
        2,
        '--monthly-limit: expected a value. One with a dash is given as --monthly-limit=-VALUE.',
      ],
      [
        ['add', '--name', 'Bob', '--monthly-limit', '1.5'],
        2,
        '--monthly-limit: expected a whole number, got "1.5".',
      ],
      [['add', '--name', 'Bob', '--key', 'short'], 1, '"key" must be 32 letters or digits.'],
      [['add', '--name', 'Bob', '--email', 'nobody'], 1, '"email" must be an e-mail address.'],
      [['rotate'], 2, 'Expected an account, by id or name.'],
      [['disable', 'Bob'], 1, 'There is no account "Bob".'],
      [['disable', 'bob@example.org'], 1, 'There is no account "bob@example.org".'],
      [['list', '--name', 'x'], 2, '--name is a flag of "account add", not of "account list".'],
      [
        ['rotate', 'Ann', '--key', 'x'],
        2,
        '--key is a flag of "account add", not of "account rotate".',
      ],
      [
        ['--monthly-limit', '5', 'disable', 'Ann'],
        2,
        '--monthly-limit is a flag of "account add", not of "account disable".',
      ],
      [
        ['enable', 'Ann', '--requests-per-minute', '5'],
        2,
        '--requests-per-minute is a flag of "account add", not of "account enable".',
      ],
      [['list', '--admin'], 2, '--admin is a flag of "account add", not of "account list".'],
      [['revoke'], 2, 'Expected a link, by the id in "links".'],
      [['revoke', 'a', 'b'], 2, '"account revoke" takes one link, got "b".'],
      [['remove', 'Ann'], 2, 'Expected add, list, rotate, '],
      [['link', 'Ann', '--web-enabled', 'false'], 1, 'There are no pages to sign in to'],
      [['list', 'Ann'], 2, '"account list" takes flags only, got "Ann".'],
      [['add', 'Bob', '--name', 'Bob'], 2, '"account add" takes flags only, got "Bob".'],
      [['rotate', 'Ann', 'Bob'], 2, '"account rotate" takes one account, got "Bob".'],
    ];
    for (const [args, exitCode, line] of cases) {
      const { code, stdout, stderr } = await account(...args);
      expect({ code, stdout }, args.join(' ')).to.deep.equal({ code: exitCode, stdout: '' });
      expect(stderr)
        .to.match(/^shrinkd: [^\n]+\n$/)
        .and.contain(line);
    }
    expect(json(await account('list', '--json'))).to.deep.equal([ann]);
  });

  it('shows usage by month, for present and removed accounts', async () => {
    const { id } = json(await account('add', '--json', '--name', 'Ann')) as Account;
    const counts = new Map([
      ['2026-10', new Map([[id, 3]])],
      [
        '2026-11',
        new Map([
          [id, 12],
          ['acct_gone', 1],
        ]),
      ],
    ]);
    writeFileSync(inFolder('data/counters.json'), countersFileOf(counts));
    const october = { month: '2026-10', account: id, name: 'Ann', compressions: 3 };
    const november = [
      { month: '2026-11', account: id, name: 'Ann', compressions: 12 },
      { month: '2026-11', account: 'acct_gone', name: '', compressions: 1 },
    ];
    const all = await run('usage', '--json');
    const one = await run('usage', '--json', '--month', '2026-10');
    const table = await run('usage');
    expect(json(all)).to.deep.equal([october, ...november]);
    expect(json(one)).to.deep.equal([october]);
    expect(table.stdout).to.match(
      /^month +account +name +compressions\n2026-10 +acct_\w+ +Ann +3\n/,
    );
  });

  for (const args of [
    ['account', 'list'],
    ['account', 'list', '--json'],
    ['account', 'rotate', 'Ann'],
    ['account', 'disable', 'Ann'],
    ['account', 'enable', 'Ann'],
    ['account', 'approve', 'Ann'],
    ['account', 'link', 'Ann'],
    ['account', 'links'],
    ['account', 'revoke', 'abc'],
    ['account', 'delete', 'Ann'],
    ['usage'],
    ['usage', '--json'],
  ]) {
    it(`makes nothing by ${args.join(' ')} on a folder without accounts, but names it`, async () => {
      const refused = { code: 1, stdout: '' };
      const missing = await run(...args);
      expect({ ...missing, stderr: '' }).to.deep.equal({ ...refused, stderr: '' });
      expect(missing.stderr).to.match(/^shrinkd: [^\n]+\n$/);
      expect(missing.stderr).to.contain(`The data folder ${inFolder('data')} does not exist. Name`);
      expect(existsSync(inFolder('data'))).to.equal(false);

      mkdirSync(inFolder('data'));
      const empty = await run(...args);
      expect({ ...empty, stderr: '' }).to.deep.equal({ ...refused, stderr: '' });
      expect(empty.stderr).to.contain(`The data folder ${inFolder('data')} has no accounts: `);
      expect(readdirSync(inFolder('data'))).to.deep.equal([]);
    });
  }

  it('makes nothing by config, nor by unknown commands', async () => {
    for (const args of [['config'], ['account', 'remove'], ['account', 'add']]) await run(...args);
    expect(readdirSync(inFolder())).to.deep.equal([]);
  });

  it('takes a folder where it refused an account for a first start still', async () => {
    const refused = await account('add', '--name', 'Ann', '--email', 'nobody');
    expect(refused.code).to.equal(1);
    expect(readdirSync(inFolder('data'))).not.to.contain('accounts.json');
    expect((await account('list')).stderr).to.contain('has no accounts');
    expect(json(await account('add', '--name', 'Ann', '--json'))).to.include({ name: 'Ann' });
  });

  it('names the data folder that it makes', async () => {
    const first = await account('add', '--name', 'Ann');
    expect(first.stdout).to.contain(
      `(Ann) has been made in the new data folder ${inFolder('data')}. `,
    );
    const second = await account('add', '--name', 'Bob');
    expect(second.stdout).to.contain('(Bob) has been made. ');
  });

  it('reports a damaged file and leaves it unchanged', async () => {
    await account('add', '--name', 'Ann');
    writeFileSync(inFolder('data/accounts.json'), '{"version":1,"acc');
    for (const args of [['account', 'list'], ['account', 'add', '--name', 'Bob'], ['usage']]) {
      const { code, stderr } = await run(...args);
      expect(code).to.equal(1);
      expect(stderr)
        .to.contain('cannot be used. It was left as it is.')
        .and.not.match(/\n +at /);
    }
  });
});
