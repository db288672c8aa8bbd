import { expect } from 'chai';
import { readdir, stat } from 'node:fs/promises';
import { mock } from 'node:test';
import { keyOf, notesUnderTest } from '../support/outputs/note-store.ts';

describe('the disk LRU', () => {
  const store = notesUnderTest();

  describe('when it evicts', () => {
    it('removes no more entries than it must, and reports them', async () => {
      await store.restart(3 * 12_288);
      for (const name of ['a', 'b', 'c', 'd']) await store.publish(name);
      expect(await readdir(store.folder)).to.have.members(['b', 'c', 'd'].map(keyOf));
      expect(store.evictions).to.deep.equal([[12_288, 'space']]);
    });

    it('waits for room that is being made already', async () => {
      await store.restart(3 * 12_288);
      for (const name of ['a', 'b', 'c']) await store.publish(name);
      const removing = store.notes.remove(keyOf('b'));
      const draft = store.notes.begin(keyOf('d'));
      await draft.publish({ note: 'd' });
      await removing;
      expect(await readdir(store.folder)).to.have.members(['a', 'c', 'd'].map(keyOf));
    });

    it('removes no more entries for two that need the same room', async () => {
      await store.restart(10 * 12_288);
      for (const name of ['a', 'b']) await store.publish(name, 50_000);
      await Promise.all([store.publish('c'), store.publish('d')]);
      expect(await readdir(store.folder)).to.have.members(['b', 'c', 'd'].map(keyOf));
    });

    it('removes the next entry in place of a leased one', async () => {
      await store.restart(3 * 12_288);
      for (const name of ['a', 'b', 'c']) await store.publish(name);
      const lease = await store.notes.open(keyOf('b'));
      for (const name of ['d', 'e']) await store.publish(name);
      expect(await readdir(store.folder)).to.have.members(['b', 'd', 'e'].map(keyOf));
      lease?.release();
    });

    it('removes entries at the start when the limit was lowered', async () => {
      for (const name of ['a', 'b', 'c']) {
        store.nowMs += 1;
        await store.publish(name);
      }
      await store.restart(2 * 12_288);
      expect(await readdir(store.folder)).to.have.members(['b', 'c'].map(keyOf));
      expect(store.evictions).to.deep.equal([[12_288, 'space']]);
    });
  });

  describe('when entries expire', () => {
    it('removes expired entries that are never asked for', async () => {
      await store.publish('old');
      store.nowMs += 59_999;
      await store.publish('new');
      store.nowMs += 1;
      await store.notes.removeExpired();
      expect(await readdir(store.folder)).to.deep.equal([keyOf('new')]);
      expect(store.evictions).to.deep.equal([[12_288, 'expired']]);
      store.nowMs += 60_000;
      await store.notes.removeExpired();
      expect(await readdir(store.folder)).to.deep.equal([]);
    });

    it('removes entries that expired while no service ran', async () => {
      await store.publish('old');
      await store.notes.close();
      store.nowMs += 60_000;
      await store.open();
      await store.notes.close();
      expect(await readdir(store.folder)).to.deep.equal([]);
    });

    it('removes none after the close', async () => {
      for (const name of ['a', 'b', 'c']) await store.publish(name);
      store.nowMs += 60_000;
      void store.notes.removeExpired();
      await store.notes.close();
      expect(await readdir(store.folder)).to.have.members(['b', 'c'].map(keyOf));
    });

    it('looks for them once a minute, until the close', async () => {
      await store.notes.close();
      mock.timers.enable({ apis: ['setInterval'] });
      try {
        await store.open();
        await store.publish('old');
        store.nowMs += 60_000;
        mock.timers.tick(60_000);
        expect(store.notes.stats().entries).to.equal(0);
        await store.notes.close();
        await store.open();
        await store.publish('new');
        store.nowMs += 60_000;
        await store.notes.close();
        mock.timers.tick(60_000);
        expect(store.notes.stats().entries).to.equal(1);
      } finally {
        mock.timers.reset();
      }
    });

    it('does not wait for a clock that was set back', async () => {
      await store.publish('future');
      store.nowMs -= 1_000_000;
      await store.restart();
      store.nowMs += 60_000;
      expect(await store.isFound('future')).to.equal(false);
    });
  });

  describe('when an entry is used', () => {
    const writtenUse = async (): Promise<number> =>
      Math.round((await stat(`${store.folder}/${keyOf('one')}/record.json`)).mtimeMs);

    it('writes the time to the record, at most once a second', async () => {
      const publishedMs = store.nowMs;
      await store.publish('one');
      expect(await writtenUse()).to.equal(publishedMs);
      store.nowMs += 999;
      await store.isFound('one');
      expect(await writtenUse()).to.equal(publishedMs);
      store.nowMs += 1;
      await store.isFound('one');
      expect(await writtenUse()).to.equal(publishedMs + 1000);
    });
  });
});
