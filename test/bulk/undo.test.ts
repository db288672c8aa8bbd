import { expect } from 'chai';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
