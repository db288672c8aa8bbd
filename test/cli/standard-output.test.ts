import { expect } from 'chai';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { inPlace, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { shrinkd, shrinkdInto } from '../support/cli/shrinkd.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('standard output', () => {
  const inFolder = temporaryFolders();
  const data = (): readonly string[] => ['--data', inFolder('data')];
  /** On a disk that has no room at all. */
  const onFull = (...args: readonly string[]) => shrinkdInto(openSync('/dev/full', 'w'), args);
  const problem =
    'shrinkd: Standard output could not be written (ENOSPC: no space left on device, write).';

  const commands = [
    ['--version'],
    ['help', 'compress'],
    ['config'],
    ['config', '--json'],
    ['account', 'list'],
    ['account', 'list', '--json'],
    ['account', 'disable', 'Ann'],
  ];
  for (const command of commands) {
    it(`that cannot be written ends "${command.join(' ')}" with exit code 1`, async () => {
      await shrinkd(['account', 'add', '--name', 'Ann', ...data()]);
      expect(await onFull(...command, ...data())).to.deep.equal({
        code: 1,
        stderr: `${problem}\n`,
      });
    });
  }

  it('that cannot be written leaves no account whose key was not shown unsaid', async () => {
    mkdirSync(inFolder('data'));
    writeFileSync(inFolder('data/address'), 'https://images.example:9443\n');
    const added = await onFull('account', 'add', '--name', 'Ann', ...data());
    const [id = ''] = /acct_\w{16}/.exec(added.stderr) ?? [];
    const remedies = [
      [
        added,
        `Account ${id} (Ann) has been made, and its API key was not shown. "shrinkd account rotate ${id}" gives it another.`,
      ],
      [
        await onFull('account', 'rotate', id, ...data()),
        `Account ${id} (Ann) has a new API key, which was not shown. The same command gives it another.`,
      ],
      [
        await onFull('account', 'link', id, '--json', ...data()),
        `The address that signs in to account ${id} was not shown. The same command makes another.`,
      ],
    ] as const;
    for (const [ran, remedy] of remedies)
      expect(ran).to.deep.equal({ code: 1, stderr: `${problem} ${remedy}\n` });
    expect((await shrinkd(['account', 'rotate', id, ...data()])).code).to.equal(0);
  });

  it('that cannot be written stops a run over files, and the next one goes on', async () => {
    mkdirSync(inFolder('photos'));
    for (let number = 0; number < 20; number += 1)
      writeFileSync(inFolder(`photos/${number}.jpg`), `${number} abcdefgh`);
    const before = snapshotOf(inFolder('photos'));
    await runOver([inFolder('photos')], inPlace);
    const args = ['compress', inFolder('photos'), '--undo', '--json'];
    const { code, stderr } = await onFull(...args);
    expect(code, stderr).to.equal(1);
    expect(stderr.endsWith(`\n${problem}\n`), stderr).to.equal(true);
    expect((await shrinkd(args)).code).to.equal(0);
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
  });

  it('is a file that lines are appended to', async () => {
    const path = inFolder('lines');
    for (const _ of [1, 2])
      expect(await shrinkdInto(openSync(path, 'a'), ['--version'])).to.deep.equal({
        code: 0,
        stderr: '',
      });
    const { stdout } = await shrinkd(['--version']);
    expect(readFileSync(path, 'utf8')).to.equal(stdout + stdout);
  });

  describe('on a disk with room for a part', () => {
    const mount = smallDisks();
    it('ends the command with exit code 1', async function () {
      mount(this, inFolder('disk'), '8k');
      const file = openSync(inFolder('disk/config.json'), 'w');
      const ran = await shrinkdInto(file, ['config', '--json', ...data()]);
      expect(readFileSync(inFolder('disk/config.json')).length).to.be.above(0);
      expect(ran).to.deep.equal({ code: 1, stderr: `${problem}\n` });
    });
  });
});
