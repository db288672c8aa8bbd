import { expect } from 'chai';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { accountsFileOf, readAccountsFile } from '../../src/accounts/accounts-file.ts';
import type { Accounts } from '../../src/accounts/accounts.ts';
import { createFileAccounts } from '../../src/accounts/file-accounts.ts';
import { keyDigestOf } from '../../src/accounts/keys.ts';
import { StartError } from '../../src/errors.ts';
import { createMemoryAccounts } from '../support/accounts/memory-accounts.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { accountsSuite } from '../suites/accounts-suite.ts';

const ann = { name: 'Ann', email: 'ann@example.org' };
const bob = { name: 'Bob', email: 'bob@example.org' };

describe('accounts in a file', () => {
  const inFolder = temporaryFolders();
  let time = 0;
  let problems: unknown[] = [];
  const open = (now = () => time): Promise<Accounts> =>
    createFileAccounts({
      path: inFolder('accounts.json'),
      secretPath: inFolder('secret.key'),
      now,
      onProblem: (error) => problems.push(error),
    });

  beforeEach(() => {
    time = Date.parse('2026-11-20T12:00:00Z');
    problems = [];
  });
  afterEach(() => expect(problems).to.deep.equal([]));

  accountsSuite('a file', open);

  it('survive the process, without any key in readable form', async () => {
    const { account, key } = await (await open()).add(ann);
    const accounts = await open();
    expect(await accounts.findByKey(key)).to.deep.equal(account);
    expect(await accounts.revealKey(account.id)).to.equal(key);
    expect(readFileSync(inFolder('accounts.json'), 'utf8')).not.to.contain(key);
  });

  it('are for their owner alone, and so is the secret beside them', async () => {
    await (await open()).add(ann);
    for (const name of ['accounts.json', 'secret.key', 'accounts.json.lock']) {
      expect(statSync(inFolder(name)).mode & 0o777, name).to.equal(0o600);
    }
    expect(statSync(inFolder('secret.key')).size).to.equal(32);
  });

  it('write nothing when they are only read', async () => {
    await (await open()).list();
    expect(readdirSync(inFolder())).to.deep.equal([]);
  });

  it('find a link that another process has just made', async () => {
    const server = await open();
    const { account } = await server.add(ann);
    const { token } = await (await open()).addLink({ kind: 'signin', accountId: account.id });
    expect(await server.findLink(token)).to.include({ accountId: account.id });
    expect(readFileSync(inFolder('accounts.json'), 'utf8')).not.to.contain(token);
  });

  it('take no lock for a link that does not exist', async () => {
    const accounts = await open();
    const { account } = await accounts.add(ann);
    rmSync(inFolder('accounts.json.lock'));
    await rejectionOf(accounts.takeLink('made up'));
    await rejectionOf(accounts.addByLink('made up', bob));
    expect(existsSync(inFolder('accounts.json.lock'))).to.equal(false);
    expect(await accounts.list()).to.deep.equal([account]);
  });

  it('give one link to one of several who use it at once, in whatever process', async () => {
    const [one, two] = [await open(), await open()];
    const { account } = await one.add(ann);
    const { token } = await one.addLink({ kind: 'signin', accountId: account.id });
    const uses = [one, two, one, two].map(({ takeLink }) => takeLink(token));
    const ended = await Promise.allSettled(uses);
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('give out no part of the key with an account', async () => {
    const accounts = await open();
    const { account, key } = await accounts.add(ann);
    const found = await accounts.findByKey(key);
    for (const seen of [account, found, await accounts.get('Ann'), (await accounts.list())[0]]) {
      expect(seen).not.to.have.any.keys('keyDigest', 'sealedKey', 'key', 'password');
    }
  });

  it('compare whole digests, not just the start they are looked up by', async () => {
    const { key } = await (await open()).add(ann);
    const { accounts } = await readAccountsFile(inFolder('accounts.json'));
    const keyDigest = keyDigestOf(key).slice(0, 8) + '0'.repeat(56);
    const changed = [{ ...accounts[0]!, keyDigest }];
    writeFileSync(inFolder('accounts.json'), accountsFileOf({ accounts: changed, links: [] }));
    expect(await (await open()).findByKey(key)).to.equal(undefined);
  });

  it('lose no change when several are made at once', async () => {
    const [one, two] = [await open(), await open()];
    const additions = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? one : two).add({ ...ann, name: `Ann ${index}` }),
    );
    const added = await Promise.all(additions);
    const accounts = await open();
    expect(await accounts.list()).to.have.length(6);
    for (const { account, key } of added) {
      expect(await accounts.revealKey(account.id)).to.equal(key);
    }
  });

  it('remove the temporary files of a killed process with the next change', async () => {
    for (const name of ['accounts.json.tmp-1', 'secret.key.tmp-1']) {
      writeFileSync(inFolder(name), 'cut o');
    }
    await (await open()).add(ann);
    expect(readdirSync(inFolder())).to.deep.equal([
      'accounts.json',
      'accounts.json.lock',
      'secret.key',
    ]);
  });

  it('do not start on a damaged file, and leave it alone', async () => {
    writeFileSync(inFolder('accounts.json'), '{"version":1,"acc');
    expect(await rejectionOf(open())).to.be.instanceOf(StartError);
    expect(readFileSync(inFolder('accounts.json'), 'utf8')).to.equal('{"version":1,"acc');
    expect(readdirSync(inFolder())).to.deep.equal(['accounts.json']);
  });

  describe('changed by another process', () => {
    it('are read again after a second', async () => {
      const server = await open();
      const { account, key } = await (await open()).add(ann);
      time += 999;
      expect(await server.findByKey(key)).to.equal(undefined);
      time += 1;
      expect(await server.findByKey(key)).to.deep.equal(account);
      await (await open()).disable(account.id);
      time += 1000;
      expect(await server.findByKey(key)).to.equal(undefined);
    });

    it('are found by all requests while the file is read again', async () => {
      const server = await open();
      const { account, key } = await (await open()).add(ann);
      time += 1000;
      const found = await Promise.all(Array.from({ length: 5 }, () => server.findByKey(key)));
      expect(found).to.deep.equal(Array.from({ length: 5 }, () => account));
    });

    it('are read again when the clock was set back', async () => {
      const server = await open();
      const { account, key } = await (await open()).add(ann);
      time -= 3_600_000;
      expect(await server.findByKey(key)).to.deep.equal(account);
    });

    it('are read afresh before an own change', async () => {
      const server = await open();
      await (await open()).add(ann);
      await server.add(bob);
      expect((await server.list()).map(({ name }) => name)).to.deep.equal(['Ann', 'Bob']);
    });
  });

  describe('damaged while in use', () => {
    const damages: readonly (readonly [title: string, damage: () => void, problem: string])[] = [
      ['cut off', () => writeFileSync(inFolder('accounts.json'), '{"ver'), 'is not JSON'],
      ['removed', () => rmSync(inFolder('accounts.json')), 'is gone'],
    ];

    for (const [title, damage, problem] of damages) {
      it(`stay as they were when the file is ${title}, until it is mended`, async () => {
        const accounts = await open();
        const { account, key } = await accounts.add(ann);
        copyFileSync(inFolder('accounts.json'), inFolder('backup'));
        damage();
        for (let second = 0; second < 3; second += 1) {
          time += 1000;
          expect(await accounts.findByKey(key)).to.deep.equal(account);
        }
        expect(problems).to.have.length(1);
        expect(String(problems.pop())).to.contain(problem);

        expect(await rejectionOf(accounts.add(bob))).to.be.instanceOf(StartError);
        copyFileSync(inFolder('backup'), inFolder('accounts.json'));
        await accounts.add(bob);
        expect(await accounts.list()).to.have.length(2);
      });
    }

    it('are not replaced by a change', async () => {
      const accounts = await open();
      const { account } = await accounts.add(ann);
      writeFileSync(inFolder('accounts.json'), '{"ver');
      for (const change of [accounts.rotate, accounts.disable]) {
        expect(await rejectionOf(change(account.id))).to.be.instanceOf(StartError);
      }
      expect(readFileSync(inFolder('accounts.json'), 'utf8')).to.equal('{"ver');
    });
  });

  describe('without their secret', () => {
    it('are found by their keys, but not shown, added to or rotated', async () => {
      const accounts = await open();
      const { account, key } = await accounts.add(ann);
      rmSync(inFolder('secret.key'));
      expect(await accounts.findByKey(key)).to.deep.equal(account);
      const refused = [
        accounts.revealKey(account.id),
        accounts.add(bob),
        accounts.rotate(account.id),
      ];
      for (const error of await Promise.all(refused.map(rejectionOf))) {
        expect(error).to.be.instanceOf(StartError);
        expect(String(error)).to.contain(inFolder('secret.key')).and.contain('is missing');
      }
      expect(existsSync(inFolder('secret.key'))).to.equal(false);
    });

    it('can be rotated to a new secret put in its place', async () => {
      const accounts = await open();
      const { account } = await accounts.add(ann);
      writeFileSync(inFolder('secret.key'), Buffer.alloc(32, 7));
      expect(await rejectionOf(accounts.revealKey(account.id))).to.include({
        code: 'internal',
        message: 'The API key cannot be shown. Rotate it.',
      });
      const { key } = await accounts.rotate(account.id);
      expect(await accounts.revealKey(account.id)).to.equal(key);
    });

    it('say how long a secret of the wrong length is', async () => {
      writeFileSync(inFolder('secret.key'), 'short');
      const error = await rejectionOf((await open()).add(ann));
      expect(String(error)).to.contain('has 5 bytes instead of 32');
      expect(readFileSync(inFolder('secret.key'), 'utf8')).to.equal('short');
    });
  });
});

accountsSuite('memory', async (now) => createMemoryAccounts({ now }));
