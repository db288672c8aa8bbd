import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { keyOf, notesUnderTest } from '../support/outputs/note-store.ts';

describe('a lease in the disk LRU', () => {
  const store = notesUnderTest();
  it('gives the record, and the path and size of each file', async () => {
    await store.publish('one', 100);
    const lease = await store.notes.open(keyOf('one'));
    expect(lease?.record).to.deep.equal({ note: 'one' });
    expect(lease?.path('result')).to.equal(`${store.folder}/${keyOf('one')}/result`);
    expect(lease?.size('result')).to.equal(100);
    expect(() => lease?.path('record.json')).to.throw('has no file record.json');
    expect(() => lease?.size('source')).to.throw('has no file source');
    lease?.release();
  });

  it('ends with the block of a using declaration', async () => {
    await store.publish('one');
    {
      using lease = await store.notes.open(keyOf('one'));
      await store.notes.remove(keyOf('one'));
      expect(existsSync(lease?.path('result') ?? '')).to.equal(true);
    }
    await store.notes.close();
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('keeps a removed entry’s files until the last of several ends, however often one is released', async () => {
    await store.publish('one');
    const [first, second] = [
      await store.notes.open(keyOf('one')),
      await store.notes.open(keyOf('one')),
    ];
    await store.notes.remove(keyOf('one'));
    expect(await store.isFound('one')).to.equal(false);
    first?.release();
    first?.release();
    expect(existsSync(second?.path('result') ?? '')).to.equal(true);
    second?.release();
    await store.notes.remove(keyOf('one'));
    expect(await readdir(store.folder)).to.deep.equal([]);
    expect(store.notes.stats().bytes).to.equal(0);
  });

  it('is shared without reading the entry again, and each keeps its files', async () => {
    await store.publish('one');
    const first = await store.notes.open(keyOf('one'));
    await writeFile(`${store.folder}/${keyOf('one')}/record.json`, 'damaged');
    const second = first!.share();
    expect(second.record).to.deep.equal({ note: 'one' });
    await store.notes.remove(keyOf('one'));
    first!.release();
    expect(existsSync(second.path('result'))).to.equal(true);
    expect(() => first!.share()).to.throw('The lease is released.');
    second.release();
    await store.notes.close();
    expect(await readdir(store.folder)).to.deep.equal([]);
  });
});
