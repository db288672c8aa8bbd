import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { recordBytesOf } from '../../src/outputs/entry-folder.ts';
import { diskUseOf, keyOf, notesUnderTest } from '../support/outputs/note-store.ts';

describe('an entry of the disk LRU', () => {
  const store = notesUnderTest();
  it('is a folder named after the key, with the files and the record', async () => {
    await store.publish('one', 100);
    expect(await readdir(store.folder)).to.deep.equal([keyOf('one')]);
    expect(await readdir(`${store.folder}/${keyOf('one')}`)).to.have.members([
      'record.json',
      'result',
    ]);
    const text = await readFile(`${store.folder}/${keyOf('one')}/record.json`, 'utf8');
    const rest = '"files":{"result":100},"record":{"note":"one"}}\n';
    expect(text).to.equal(`{"version":1,"sha256":"${hash('sha256', rest)}",${rest}`);
  });

  it('is readable by its owner alone, even when the file it was copied from was not', async () => {
    await store.publish('one');
    const modes = ['', '/result', '/record.json'].map(async (name) => {
      const { mode } = await stat(`${store.folder}/${keyOf('one')}${name}`);
      return (mode & 0o777).toString(8);
    });
    expect(await Promise.all(modes)).to.deep.equal(['700', '600', '600']);
    expect(((await stat(store.folder)).mode & 0o777).toString(8)).to.equal('700');
  });

  it('has the same record whichever of its files was written first', () => {
    const bytesOf = (files: Readonly<Record<string, number>>): string =>
      recordBytesOf({ record: {}, files }).toString();
    expect(bytesOf({ source: 2, result: 1 })).to.equal(bytesOf({ result: 1, source: 2 }));
  });

  it('counts as the blocks of its files, its record and its folder', async () => {
    await store.publish('one', 4097);
    expect(store.notes.stats()).to.deep.equal({ entries: 1, bytes: 16_384, maxBytes: 1_000_000 });
    expect(diskUseOf(store.folder)).to.equal(16_384);
  });

  it('shares the bytes of a file that is linked from another', async () => {
    await store.publish('one');
    const lease = await store.notes.open(keyOf('one'));
    const draft = store.notes.begin(keyOf('two'));
    await draft.link('result', lease?.path('result') ?? '');
    await draft.publish({ note: 'two' });
    const inodes = ['one', 'two'].map(
      async (name) => (await stat(`${store.folder}/${keyOf(name)}/result`)).ino,
    );
    const [one, two] = await Promise.all(inodes);
    expect(two).to.equal(one);
    lease?.release();
    await store.notes.remove(keyOf('one'));
    expect(await store.isFound('two')).to.equal(true);
  });
});
