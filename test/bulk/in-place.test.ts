import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { halvingCompressor } from '../support/bulk/halving-compressor.ts';
import { happened, inPlace, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { undoOver } from '../support/bulk/undoing.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('a run in place', () => {
  const inFolder = temporaryFolders();
  const photos = (name = ''): string => inFolder(`photos/${name}`);
  const textAt = (name: string): string => readFileSync(photos(name), 'utf8');
  const run = (
    wishes: Parameters<typeof runOver>[2] = {},
  ): Promise<Readonly<Record<string, string>>> =>
    runOver([inFolder('photos')], inPlace, wishes).then((outcomes) =>
      happened(outcomes, inFolder('photos')),
    );
  const undo = (): ReturnType<typeof undoOver> => undoOver(inFolder('photos'));
  const touch = (name: string, time: string): void =>
    void execFileSync('touch', ['-d', time, photos(name)]);
  const originals = (): readonly string[] => readdirSync(inFolder('.shrinkd/originals'));
  beforeEach(() => mkdirSync(photos('sub'), { recursive: true }));

  it('replaces files and keeps permissions, owner and times, and gives all back', async () => {
    writeFileSync(photos('a.jpg'), 'abcdefgh');
    writeFileSync(photos('sub/b.png'), 'abcdefgh');
    writeFileSync(photos('sub/c\n\xe4.png'), 'klmn');
    writeFileSync(photos('small.jpg'), 'small');
    touch('a.jpg', '2021-02-03 04:05:06.123456789');
    touch('sub/b.png', '2020-01-01 00:00:00.987654321');
    chmodSync(photos('a.jpg'), 0o4751);
    if (process.getuid?.() === 0) chownSync(photos('sub/b.png'), 1234, 4321);
    const before = snapshotOf(photos());
    expect(await run()).to.deep.equal({
      'a.jpg': 'compressed',
      'sub/b.png': 'compressed',
      'sub/c\n\xe4.png': 'compressed',
      'small.jpg': 'left: It cannot be made smaller.',
    });
    expect([textAt('a.jpg'), textAt('sub/b.png'), textAt('small.jpg')]).to.deep.equal([
      'abcd',
      'abcd',
      'small',
    ]);
    expect(readdirSync(photos()).toSorted()).to.deep.equal(['a.jpg', 'small.jpg', 'sub']);
    // Equal files have one original.
    expect(originals()).to.have.lengthOf(2);
    const kept = (name: string): string => {
      const { mode, uid, gid, mtimeNs } = statSync(photos(name), { bigint: true });
      return `${mode} ${uid}:${gid} ${mtimeNs}`;
    };
    const partsOf = (name: string): string => {
      const [mode, owner, , , time] = (before[name] ?? '').split(' ');
      return `${mode} ${owner} ${time}`;
    };
    for (const name of ['a.jpg', 'sub/b.png']) expect(kept(name)).to.equal(partsOf(name));
    expect(await run()).to.deep.equal({
      ...{ 'a.jpg': 'done', 'sub/b.png': 'done', 'sub/c\n\xe4.png': 'done', 'small.jpg': 'done' },
    });
    expect(await run({ settings: 'others' })).to.include({ 'a.jpg': 'done' });
    expect(Object.values(await undo())).to.deep.equal(['restored', 'restored', 'restored']);
    expect(snapshotOf(photos())).to.deep.equal(before);
    expect(existsSync(inFolder('.shrinkd'))).to.equal(false);
  });

  it('keeps extended attributes', async function () {
    writeFileSync(photos('a.jpg'), 'abcdefgh');
    const python = (code: string): string =>
      execFileSync('python3', ['-c', code, photos('a.jpg')], { encoding: 'utf8' });
    try {
      python('import os, sys; os.setxattr(sys.argv[1], "user.owner", b"me")');
    } catch {
      // There is no Python, or the file system has no such attributes.
      this.skip();
    }
    const read = 'import os, sys; print(os.getxattr(sys.argv[1], "user.owner"))';
    await run();
    expect([textAt('a.jpg'), python(read)]).to.deep.equal(['abcd', "b'me'\n"]);
    await undo();
    expect([textAt('a.jpg'), python(read)]).to.deep.equal(['abcdefgh', "b'me'\n"]);
  });

  it('leaves links and files with several hard links alone, and names these', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    linkSync(photos('a.jpg'), photos('sub/a.jpg'));
    writeFileSync(inFolder('other.jpg'), 'abcd');
    symlinkSync(inFolder('other.jpg'), photos('link.jpg'));
    const reason = 'left: It has 2 hard links, and only one of them would change.';
    expect(await run()).to.deep.equal({ 'a.jpg': reason, 'sub/a.jpg': reason });
    expect([textAt('a.jpg'), textAt('link.jpg')]).to.deep.equal(['abcd', 'abcd']);
  });

  it('goes on where a killed run has linked the original and changed nothing', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    const before = snapshotOf(photos());
    await run();
    rmSync(photos('a.jpg'));
    rmSync(inFolder('.shrinkd/journal.jsonl'));
    const [digest = ''] = originals();
    linkSync(inFolder(`.shrinkd/originals/${digest}`), photos('a.jpg'));
    expect(await run()).to.deep.equal({ 'a.jpg': 'compressed' });
    await undo();
    expect(snapshotOf(photos())).to.deep.equal(before);
  });

  it('removes what a killed run has left unfinished', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    let left = '';
    const compressor = halvingCompressor();
    await run({
      compressor: {
        ...compressor,
        check: async () => {
          left = readdirSync(photos()).find((name) => name.startsWith('.shrinkd-')) ?? '';
        },
      },
    });
    expect(left).not.to.equal('');
    const foreign = '.shrinkd-0123456789ab-1';
    for (const name of [left, foreign]) writeFileSync(photos(name), 'x');
    await run();
    expect(readdirSync(photos()).toSorted()).to.deep.equal([foreign, 'a.jpg', 'sub']);
    writeFileSync(photos(`sub/${left}`), 'x');
    await undo();
    expect(readdirSync(photos('sub'))).to.deep.equal([]);
  });

  const meanwhile: readonly (readonly [
    title: string,
    change: (path: string) => void,
    left: string | undefined,
  ])[] = [
    ['written', (path) => writeFileSync(path, 'changed!'), 'changed!'],
    ['given another time', (path) => utimesSync(path, 1, 1), 'abcdefgh'],
    [
      'replaced',
      (path) => (writeFileSync(`${path}.new`, 'ABCDEFGH'), renameSync(`${path}.new`, path)),
      'ABCDEFGH',
    ],
    ['removed', (path) => rmSync(path), undefined],
  ];
  for (const [title, change, left] of meanwhile) {
    for (const moment of ['compressed', 'checked'] as const) {
      it(`does not touch a file that is ${title} while its result is ${moment}`, async () => {
        writeFileSync(photos('a.jpg'), 'abcdefgh');
        const changed = (): void => change(photos('a.jpg'));
        const compressor = halvingCompressor(moment === 'compressed' ? { meanwhile: changed } : {});
        const check = async (): Promise<void> => (moment === 'checked' ? changed() : undefined);
        const found = await run({ compressor: { ...compressor, check } });
        expect(found).to.deep.equal({ 'a.jpg': 'failed: It was changed while it was compressed.' });
        expect(existsSync(photos('a.jpg')) ? textAt('a.jpg') : undefined).to.equal(left);
        expect(readdirSync(photos()).filter((name) => name.startsWith('.'))).to.deep.equal([]);
      });
    }
  }

  it('keeps a file whose result cannot be decoded', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    const compressor = halvingCompressor({ isSound: false });
    expect(await run({ compressor })).to.deep.equal({ 'a.jpg': 'failed: The result is broken.' });
    expect(textAt('a.jpg')).to.equal('abcd');
    expect(readdirSync(photos())).to.deep.equal(['a.jpg', 'sub']);
  });

  it('does not give back what was changed since, and tries again', async () => {
    for (const name of ['written.jpg', 'gone.jpg', 'same.jpg', 'spoilt.jpg'])
      writeFileSync(photos(name), `${name} abcd`);
    await run();
    writeFileSync(photos('written.jpg'), 'mine');
    renameSync(photos('gone.jpg'), inFolder('gone.jpg'));
    for (const name of originals()) {
      const path = inFolder(`.shrinkd/originals/${name}`);
      if (readFileSync(path, 'utf8').startsWith('spoilt')) writeFileSync(path, 'X');
    }
    expect(await undo()).to.deep.equal({
      'gone.jpg': 'failed: It is gone.',
      'same.jpg': 'restored',
      'spoilt.jpg': 'failed: Its original has been changed.',
      'written.jpg': 'failed: It was changed since, and stays.',
    });
    expect([textAt('same.jpg'), textAt('written.jpg')]).to.deep.equal(['same.jpg abcd', 'mine']);
    renameSync(inFolder('gone.jpg'), photos('gone.jpg'));
    expect(await undo())
      .to.include({ 'gone.jpg': 'restored' })
      .and.not.to.have.property('same.jpg');
  });

  it('gives back one folder of several, and a single file', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    writeFileSync(photos('sub/b.jpg'), 'efgh');
    mkdirSync(inFolder('more'));
    writeFileSync(inFolder('more/c.jpg'), 'ijkl');
    await runOver([inFolder('photos'), inFolder('more')], inPlace);
    expect(await undoOver(inFolder('more'))).to.deep.equal({ 'c.jpg': 'restored' });
    expect(textAt('a.jpg')).to.equal('ab');
    expect(await undo()).to.deep.equal({ 'a.jpg': 'restored', 'b.jpg': 'restored' });
    expect(existsSync(inFolder('.shrinkd'))).to.equal(false);
  });

  it('removes results beside their sources', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    writeFileSync(photos('b.jpg'), 'efgh');
    const before = snapshotOf(photos());
    const compressor = halvingCompressor({ resultType: 'image/webp' });
    await runOver([inFolder('photos')], { kind: 'beside' }, { compressor });
    rmSync(photos('b.jpg.webp'));
    expect(await undo()).to.deep.equal({ 'a.jpg.webp': 'removed' });
    expect(snapshotOf(photos())).to.deep.equal(before);
  });

  it('keeps no originals where none are wanted, and says so', async () => {
    writeFileSync(photos('a.jpg'), 'abcd');
    await run({ keepsOriginals: false });
    expect(existsSync(inFolder('.shrinkd/originals'))).to.equal(false);
    expect(await undo()).to.deep.equal({
      'a.jpg': 'failed: Its original was not kept (--no-originals).',
    });
  });

  it('names a folder in which it may not write', async function () {
    writeFileSync(photos('sub/a.jpg'), 'abcd');
    try {
      execFileSync('mount', ['--bind', '-o', 'ro', photos('sub'), photos('sub')], {
        stdio: 'ignore',
      });
    } catch {
      // Only root may mount.
      this.skip();
    }
    try {
      expect(await run()).to.deep.equal({
        'sub/a.jpg': 'failed: Its file system is read-only (EROFS).',
      });
    } finally {
      execFileSync('umount', [photos('sub')]);
    }
    expect(textAt('sub/a.jpg')).to.equal('abcd');
  });

  describe('on another disk than its journal, which is full', () => {
    const mount = smallDisks();
    it('copies originals, and keeps files without room for a result', async function () {
      mount(this, photos('disk'), '200k');
      writeFileSync(photos('disk/a.jpg'), 'abcd');
      writeFileSync(photos('disk/b.jpg'), 'b'.repeat(150_000));
      const before = snapshotOf(photos());
      // Beside each other, the unfinished result of one leaves the other no room.
      expect(await run({ atOnce: 1 })).to.deep.equal({
        'disk/a.jpg': 'compressed',
        'disk/b.jpg': 'failed: The disk is full.',
      });
      expect(originals()).to.have.lengthOf(1);
      await undo();
      expect(snapshotOf(photos())).to.deep.equal(before);
    });
  });
});
