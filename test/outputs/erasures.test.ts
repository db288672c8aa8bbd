import { expect } from 'chai';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { DiskLru } from '../../src/outputs/disk-lru.ts';
import {
  diskUseOf,
  keyOf,
  type Note,
  openNotes,
  publishNote,
} from '../support/outputs/note-store.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the space of what cannot be removed from disk', () => {
  const temporary = temporaryFolders();
  let notes: DiskLru<Note>;
  let problems: string[];
  let folder: string;

  beforeEach(async () => {
    folder = temporary('store');
    problems = [];
    const onProblem = (message: string) => problems.push(message);
    notes = await openNotes(folder, { maxBytes: 3 * 12_288, onProblem });
    for (const name of ['one', 'two']) await publish(name);
  });
  afterEach(() => notes.close());

  const publish = (name: string) => publishNote(notes, name, { path: temporary('file') });

  /** A file in the place of the folder: nothing in it can be made or removed, by root either. */
  const whileAway = async (work: () => Promise<void>): Promise<void> => {
    await rename(folder, temporary('away'));
    await writeFile(folder, '');
    await work();
    await rm(folder);
    await rename(temporary('away'), folder);
  };

  it('is returned at once by drafts whose folder could not be made', async () => {
    const { bytes } = notes.stats();
    await whileAway(async () => {
      for (let count = 0; count < 5; count += 1) {
        expect(await rejectionOf(publish('three'))).to.have.nested.property(
          'cause.code',
          'ENOTDIR',
        );
      }
    });
    expect([notes.stats().bytes, problems]).to.deep.equal([bytes, []]);
    expect(await publish('three')).to.equal(true);
    expect(notes.stats().entries).to.equal(3);
  });

  it('is returned by removed entries when they are gone, and until then counts', async () => {
    const { bytes } = notes.stats();
    await whileAway(async () => {
      await notes.remove(keyOf('one'));
      await notes.removeExpired();
    });
    expect(notes.stats()).to.include({ entries: 1, bytes });
    expect(problems).to.have.length(1);
    expect(problems[0]).to.contain(`The output ${keyOf('one')} cannot be removed`);
    await notes.removeExpired();
    expect(notes.stats().bytes)
      .to.equal(diskUseOf(folder))
      .and.to.equal(bytes / 2);
  });

  it('is returned by an entry that was removed by hand', async () => {
    await rm(`${folder}/${keyOf('one')}`, { recursive: true });
    await notes.remove(keyOf('one'));
    expect([notes.stats().bytes, problems]).to.deep.equal([diskUseOf(folder), []]);
  });

  it('costs no whole entry its place in the meantime', async () => {
    await publish('three');
    await whileAway(async () => {
      for (let count = 0; count < 5; count += 1) await rejectionOf(publish('four'));
    });
    expect(notes.stats().entries).to.equal(3);
    expect(await publish('four')).to.equal(true);
    expect(notes.has(keyOf('one'))).to.equal(false);
    expect(notes.has(keyOf('two'))).to.equal(true);
  });

  it('is not taken from a later entry of the same name', async () => {
    const lease = await notes.open(keyOf('one'));
    await notes.remove(keyOf('one'));
    await whileAway(async () => {
      lease?.release();
      await notes.removeExpired();
    });
    await notes.removeExpired();
    expect(await publish('one')).to.equal(true);
    await notes.removeExpired();
    expect(notes.has(keyOf('one'))).to.equal(true);
    expect(notes.stats().bytes).to.equal(diskUseOf(folder));
  });
});
