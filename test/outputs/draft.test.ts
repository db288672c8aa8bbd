import { expect } from 'chai';
import { basename } from 'node:path';
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { rejectionOf } from '../support/rejection.ts';
import { replacingSync } from '../support/replacing-sync.ts';
import {
  diskUseOf,
  keyOf,
  notesUnderTest,
  openNotes,
  publishNote,
} from '../support/outputs/note-store.ts';

describe('a draft in the disk LRU', () => {
  const store = notesUnderTest();
  for (const key of [
    '',
    'short',
    'a'.repeat(81),
    'A'.repeat(20),
    '../'.repeat(6),
    `.${keyOf('x')}`,
  ]) {
    it(`cannot have the key ${JSON.stringify(key)}`, () => {
      expect(() => store.notes.begin(key)).to.throw('cannot be the key');
    });
  }

  for (const name of ['', 'record.json', '../result', 'Result', 'a/b']) {
    it(`cannot have a file named ${JSON.stringify(name)}`, async () => {
      await writeFile(store.temporary('file'), 'x');
      const error = await rejectionOf(
        store.notes.begin(keyOf('one')).add(name, store.temporary('file')),
      );
      expect(error).to.have.property('message', `${name} cannot be the name of a file.`);
    });
  }

  it('leaves the entry that has its key in place', async () => {
    expect(await store.publish('one', 100)).to.equal(true);
    expect(await store.publish('one', 200)).to.equal(false);
    const lease = await store.notes.open(keyOf('one'));
    expect(lease?.size('result')).to.equal(100);
    lease?.release();
    expect(await readdir(store.folder)).to.deep.equal([keyOf('one')]);
    expect(store.notes.stats().bytes).to.equal(diskUseOf(store.folder));
  });

  it('leaves the place to a removed entry that is still leased', async () => {
    await store.publish('one', 100);
    const lease = await store.notes.open(keyOf('one'));
    await store.notes.remove(keyOf('one'));
    expect(await store.publish('one', 200)).to.equal(false);
    expect(await readFile(lease?.path('result') ?? '')).to.have.length(100);
    lease?.release();
    await store.notes.remove(keyOf('one'));
    expect(await store.publish('one', 200)).to.equal(true);
  });

  it('takes the place of an entry that has expired', async () => {
    await store.publish('one', 100);
    store.nowMs += 60_000;
    expect(await store.publish('one', 200)).to.equal(true);
    expect(await store.isFound('one')).to.equal(true);
  });

  it('is published once by two that have the same key at the same time', async () => {
    const done = await Promise.all([
      publishNote(store.notes, 'one', { path: store.temporary('a') }),
      publishNote(store.notes, 'one', { path: store.temporary('b') }),
    ]);
    expect(done).to.have.members([true, false]);
    expect(await readdir(store.folder)).to.deep.equal([keyOf('one')]);
    expect(store.notes.stats()).to.deep.include({ entries: 1, bytes: diskUseOf(store.folder) });
  });

  it('takes no file and no second publish once it is published', async () => {
    await writeFile(store.temporary('file'), 'x');
    const draft = store.notes.begin(keyOf('one'));
    await draft.publish({ note: 'no files' });
    const stats = store.notes.stats();
    expect(await rejectionOf(draft.add('late', store.temporary('file')))).to.be.instanceOf(Error);
    expect(await rejectionOf(draft.publish({ note: 'again' }))).to.be.instanceOf(Error);
    expect(await readdir(`${store.folder}/${keyOf('one')}`)).to.deep.equal(['record.json']);
    expect(store.notes.stats()).to.deep.equal(stats);
  });

  it('that fails leaves nothing behind', async () => {
    await writeFile(store.temporary('file'), 'x');
    const draft = store.notes.begin(keyOf('one'));
    await draft.add('result', store.temporary('file'));
    expect(await rejectionOf(draft.add('result', store.temporary('file')))).to.have.property(
      'code',
      'EEXIST',
    );
    expect(await readdir(store.folder)).to.deep.equal([]);
    expect(store.notes.stats().bytes).to.equal(0);
  });

  it('has its files, its record and its names on disk when it is published', async () => {
    await writeFile(store.temporary('file'), 'x');
    const synced: string[] = [];
    await replacingSync(
      (path, sync) => {
        synced.push(path.replace(/draft-.*?(?=\/|$)/, 'draft'));
        return sync();
      },
      () => store.publish('one'),
    );
    const draft = `${store.folder}/.draft`;
    const expected = [`${draft}/result`, `${draft}/record.json`, draft, store.folder];
    expect(synced).to.deep.equal(expected);
  });

  it('writes its record beside its files, and becomes visible when all are on disk', async () => {
    await writeFile(store.temporary('file'), 'x');
    const recordSynced = Promise.withResolvers<void>();
    const ended: string[] = [];
    const slowSync = async (path: string, sync: () => Promise<void>): Promise<void> => {
      const name = basename(path);
      if (name === 'result') {
        await recordSynced.promise;
        // As long as a publish that does not wait would take.
        for (let turn = 0; turn < 20; turn += 1) await readdir(store.folder);
      }
      await sync();
      ended.push(name);
      if (name === 'record.json') recordSynced.resolve();
    };
    await replacingSync(slowSync, async () => {
      const draft = store.notes.begin(keyOf('one'));
      const added = draft.add('result', store.temporary('file'));
      expect(await draft.publish({ note: 'one' })).to.equal(true);
      await added;
    });
    expect(ended.slice(0, 2)).to.deep.equal(['record.json', 'result']);
  });

  it('fails when a file changes while it is copied', async () => {
    const onEvict = () => appendFileSync(store.temporary('file'), 'more');
    await store.notes.close();
    store.notes = await openNotes(store.folder, { maxBytes: 40_000, now: store.now, onEvict });
    await publishNote(store.notes, 'one', { path: store.temporary('file'), size: 20_000 });
    const error = await rejectionOf(
      publishNote(store.notes, 'two', { path: store.temporary('file'), size: 20_000 }),
    );
    expect(error).to.have.property('message').that.includes('changed while it was copied');
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('copies no file through a link, which a tool may have put in its place', async () => {
    const outside = store.temporary('outside');
    // As many bytes as the link has.
    await writeFile(outside, Buffer.alloc(outside.length, 'x'));
    await symlink(outside, store.temporary('file'));
    const draft = store.notes.begin(keyOf('one'));
    expect(await rejectionOf(draft.add('result', store.temporary('file')))).to.have.property(
      'code',
      'ELOOP',
    );
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('copies a file that cannot have a second name', async function () {
    await store.publish('one');
    const lease = await store.notes.open(keyOf('one'));
    const path = lease?.path('result') ?? '';
    try {
      execFileSync('chattr', ['+i', path], { stdio: 'ignore' });
    } catch {
      // Only root may, and not on every file system.
      this.skip();
    }
    try {
      const draft = store.notes.begin(keyOf('two'));
      await draft.link('result', path);
      expect(await draft.publish({ note: 'two' })).to.equal(true);
    } finally {
      execFileSync('chattr', ['-i', path]);
    }
    expect(await readFile(`${store.folder}/${keyOf('two')}/result`)).to.deep.equal(
      await readFile(path),
    );
    lease?.release();
  });

  it('that is discarded while it is being published stays unpublished', async () => {
    const draft = store.notes.begin(keyOf('one'));
    const publishing = rejectionOf(draft.publish({ note: 'one' }));
    await draft.discard();
    expect(await publishing).to.have.property('message', 'The draft was discarded.');
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('gives back its room when it is discarded', async () => {
    await store.restart(40_000);
    await writeFile(store.temporary('file'), Buffer.alloc(20_000));
    for (let count = 0; count < 3; count += 1) {
      const draft = store.notes.begin(keyOf('one'));
      await draft.add('result', store.temporary('file'));
      await draft.discard();
    }
    await store.publish('two', 20_000);
    await store.publish('three', 20_000);
    expect(await readdir(store.folder)).to.deep.equal([keyOf('three')]);
  });

  it('does not overshoot the limit together with others', async () => {
    await store.restart(100_000);
    const sizes = Array.from({ length: 12 }, (_, at) => store.publish(`n${at}`, 30_000));
    const done = await Promise.allSettled(sizes);
    const failures = done.filter((result) => result.status === 'rejected');
    for (const { reason } of failures) expect(reason).to.have.property('code', 'storage_full');
    expect(done.length - failures.length).to.be.at.least(1);
    expect(store.notes.stats().bytes).to.equal(diskUseOf(store.folder)).and.to.be.at.most(100_000);
  });
});
