import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { lineOf, recordOf } from '../../src/bulk/journal/line.ts';
import type { JournalRecord } from '../../src/bulk/journal/record.ts';
import { StartError } from '../../src/errors.ts';
import { happened, inPlace, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { undoOver } from '../support/bulk/undoing.ts';
import { rejectionOf } from '../support/rejection.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('an undo', () => {
  const inFolder = temporaryFolders();
  describe('on another disk', () => {
    const mount = smallDisks();
    const photos = (name = ''): string => inFolder(`disk/photos/${name}`);
    const fill = (): void => {
      const { bavail, bsize } = statfsSync(inFolder('disk'));
      writeFileSync(inFolder('disk/other'), Buffer.alloc(bavail * bsize));
    };
    /** Of so many bytes, and unlike others. */
    const write = (name: string, bytes: number): void =>
      writeFileSync(photos(name), Buffer.alloc(bytes, name));
    const run = async (): Promise<void> => {
      const outcomes = await runOver([inFolder('disk/photos')], inPlace);
      expect(new Set(Object.values(happened(outcomes, inFolder('disk/photos'))))).to.deep.equal(
        new Set(['compressed']),
      );
    };
    const names = Array.from({ length: 10 }, (_, index) => `${index}.jpg`);

    it('gives all back while the disk is full, each with its permissions and time', async function () {
      mount(this, inFolder('disk'), '2M');
      mkdirSync(photos());
      names.forEach((name, index) => write(name, 1000 + 12_000 * index));
      chmodSync(photos('3.jpg'), 0o444);
      const before = snapshotOf(photos());
      await run();
      fill();
      const expected = Object.fromEntries(names.map((name) => [name, 'restored']));
      expect(await undoOver(inFolder('disk/photos'))).to.deep.equal(expected);
      expect(snapshotOf(photos())).to.deep.equal(before);
      expect(existsSync(inFolder('disk/.shrinkd'))).to.equal(false);
    });

    it('keeps an original that two files have until there is room for a copy', async function () {
      mount(this, inFolder('disk'), '1M');
      mkdirSync(photos());
      for (const name of ['a.jpg', 'b.jpg'])
        writeFileSync(photos(name), Buffer.alloc(200_000, 'x'));
      const before = snapshotOf(photos());
      await run();
      fill();
      const full = 'failed: The disk is full.';
      expect(await undoOver(inFolder('disk/photos'))).to.deep.equal({
        'a.jpg': full,
        'b.jpg': full,
      });
      expect(readdirSync(inFolder('disk/.shrinkd/originals'))).to.have.lengthOf(1);
      writeFileSync(inFolder('disk/other'), '');
      expect(await undoOver(inFolder('disk/photos'))).to.deep.equal({
        'a.jpg': 'restored',
        'b.jpg': 'restored',
      });
      expect(snapshotOf(photos())).to.deep.equal(before);
    });

    it('says what it cannot remove when all is given back', async function () {
      mount(this, inFolder('disk/.shrinkd'), '1M');
      mkdirSync(photos());
      write('a.jpg', 1000);
      const before = snapshotOf(photos());
      await run();
      const failure = await rejectionOf(undoOver(inFolder('disk/photos')));
      expect(failure).to.be.instanceOf(StartError);
      expect((failure as Error).message).to.equal(
        `All is undone, but ${inFolder('disk/.shrinkd')} cannot be removed (EBUSY).`,
      );
      expect(snapshotOf(photos())).to.deep.equal(before);
    });
  });

  describe('with a journal that others have written to', () => {
    const places: readonly (readonly [title: string, path: string, target: string])[] = [
      ['elsewhere', 'photos/b.jpg', 'private/b.jpg'],
      ['above', 'photos/../private/a.jpg', 'photos/../private/b.jpg'],
    ];
    for (const [title, path, target] of places) {
      for (const kind of ['created', 'replaced']) {
        it(`touches no file that lies ${title}, as one that was ${kind}`, async () => {
          for (const folder of ['photos', 'private']) mkdirSync(inFolder(folder));
          writeFileSync(inFolder('photos/a.jpg'), 'abcd');
          await runOver([inFolder('photos')], inPlace);
          writeFileSync(inFolder('private/b.jpg'), 'mine');
          const before = snapshotOf(inFolder('private'));
          const { size: bytes, mtimeNs } = statSync(inFolder('private/b.jpg'), { bigint: true });
          const identity = { inode: '1', bytes: Number(bytes), modifiedNs: String(mtimeNs) };
          const [sha256 = ''] = readdirSync(inFolder('.shrinkd/originals'));
          const record = {
            ...{ path, kind, sha256, isKept: true },
            source: { ...identity, bytes: 1 },
            ...{ settings: '', target: { path: target, ...identity } },
          };
          appendFileSync(inFolder('.shrinkd/journal.jsonl'), `${JSON.stringify(record)}\n`);
          const sentence = 'failed: Its record is of no run.';
          expect(await undoOver(inFolder('photos'))).to.include({ 'b.jpg': sentence });
          expect(snapshotOf(inFolder('private'))).to.deep.equal(before);
        });
      }
    }

    const appended = (change: (record: JournalRecord) => JournalRecord): void => {
      const path = inFolder('.shrinkd/journal.jsonl');
      const record = recordOf<JournalRecord>(readFileSync(path, 'utf8').trimEnd())!;
      appendFileSync(path, `${lineOf(change(record))}\n`);
    };
    const forged: readonly (readonly [
      title: string,
      change: (record: JournalRecord) => JournalRecord,
    ])[] = [
      [
        'an original that lies elsewhere',
        (record) => ({ ...record, sha256: '../../private/secret' }),
      ],
      [
        'a source under the name of another one',
        (record) => ({ ...record, target: { ...record.target!, path: 'photos/b.jpg' } }),
      ],
      [
        'a result that has not the name of its source',
        (record) => ({
          ...record,
          kind: 'created',
          target: { ...record.target!, path: 'photos/b.jpg' },
        }),
      ],
    ];
    for (const [title, change] of forged) {
      it(`gives nothing back by a record with ${title}`, async () => {
        for (const folder of ['photos', 'private']) mkdirSync(inFolder(folder));
        writeFileSync(inFolder('photos/a.jpg'), 'abcd');
        writeFileSync(inFolder('private/secret'), 'abcd');
        await runOver([inFolder('photos')], inPlace);
        copyFileSync(inFolder('photos/a.jpg'), inFolder('photos/b.jpg'));
        const { mtimeNs } = statSync(inFolder('photos/a.jpg'), { bigint: true });
        execFileSync('touch', ['-r', inFolder('photos/a.jpg'), inFolder('photos/b.jpg')]);
        expect(statSync(inFolder('photos/b.jpg'), { bigint: true }).mtimeNs).to.equal(mtimeNs);
        const before = snapshotOf(inFolder('photos'));
        appended(change);
        expect(Object.values(await undoOver(inFolder('photos')))).to.deep.equal([
          'failed: Its record is of no run.',
        ]);
        expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
      });
    }

    it('changes by the journal of another user the files of that user alone', async function () {
      if (process.getuid?.() !== 0) return this.skip();
      mkdirSync(inFolder('photos'));
      for (const name of ['mine.jpg', 'yours.jpg'])
        writeFileSync(inFolder(`photos/${name}`), `${name} abcd`);
      chownSync(inFolder('photos/yours.jpg'), 1234, 1234);
      await runOver([inFolder('photos')], inPlace);
      writeFileSync(inFolder('photos/new.jpg'), 'abcd');
      chownSync(inFolder('.shrinkd'), 1234, 1234);
      const reason = 'failed: Its journal belongs to another user, who does not own this file.';
      const again = await runOver([inFolder('photos')], inPlace);
      expect(happened(again, inFolder('photos'))).to.include({ 'new.jpg': reason });
      expect(await undoOver(inFolder('photos'))).to.deep.equal({
        'mine.jpg': reason,
        'yours.jpg': 'restored',
      });
    });

    it('removes what runs have made there, and nothing that a link leads to', async () => {
      for (const folder of ['photos', 'private']) mkdirSync(inFolder(folder));
      writeFileSync(inFolder('photos/a.jpg'), 'abcd');
      await runOver([inFolder('photos')], inPlace);
      writeFileSync(inFolder('.shrinkd/sweep-1.jsonl'), 'of a sweep');
      renameSync(inFolder('.shrinkd/originals'), inFolder('originals'));
      await undoOver(inFolder('photos'));
      renameSync(inFolder('originals'), inFolder('private/originals'));
      symlinkSync(inFolder('private/originals'), inFolder('.shrinkd/originals'));
      expect(Object.values(await undoOver(inFolder('photos')))).to.deep.equal(['restored']);
      expect(readdirSync(inFolder('.shrinkd'))).to.deep.equal(['sweep-1.jsonl']);
      expect(readdirSync(inFolder('private/originals'))).to.have.lengthOf(1);
    });

    it('writes to no file that the journal links to', async () => {
      for (const folder of ['photos', '.shrinkd']) mkdirSync(inFolder(folder));
      writeFileSync(inFolder('photos/a.jpg'), 'abcd');
      writeFileSync(inFolder('other'), 'mine');
      symlinkSync(inFolder('other'), inFolder('.shrinkd/journal.jsonl'));
      const failure = await rejectionOf(runOver([inFolder('photos')], inPlace));
      expect(failure).to.be.instanceOf(StartError);
      expect((failure as Error).message).to.contain('cannot be used (ELOOP)');
      expect(readFileSync(inFolder('other'), 'utf8')).to.equal('mine');
    });
  });
});
