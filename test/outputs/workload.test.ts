import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { DiskLru } from '../../src/outputs/disk-lru.ts';
import type { Lease } from '../../src/outputs/lease.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import {
  diskUseOf,
  keyOf,
  openNotes,
  partialEntriesIn,
  publishNote,
  type Note,
} from '../support/outputs/note-store.ts';

/** The same numbers between 0 and 1 on every run: mulberry32. */
const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const maxBytes = 200_000;

describe('the disk LRU under a random workload', () => {
  const temporary = temporaryFolders();

  for (const seed of [1, 2, 3]) {
    it(`stays under its limit at every moment and mixes nothing up (seed ${seed})`, async () => {
      const random = randomFrom(seed);
      let nowMs = 1_700_000_000_000;
      let notes = await openNotes(temporary('store'), { maxBytes, now: () => nowMs });
      const leases: Lease<Note>[] = [];
      let published = 0;
      let peakBytes = 0;
      let isRunning = true;

      const sample = (): void => {
        peakBytes = Math.max(peakBytes, diskUseOf(temporary('store')));
        expect(notes.stats().bytes).to.be.at.most(maxBytes);
        expect(partialEntriesIn(temporary('store'))).to.deep.equal([]);
      };
      // Looks between all steps of the work, not only between its operations.
      const watch = async (): Promise<void> => {
        while (isRunning) {
          sample();
          await new Promise((resolve) => setImmediate(resolve));
        }
      };

      const name = (): string => `n${Math.floor(random() * 20)}`;
      const publish = async (worker: number): Promise<void> => {
        const size = Math.floor(random() ** 2 * 60_000);
        try {
          await publishNote(notes, name(), { path: temporary(`file${worker}`), size });
          published += 1;
        } catch (error) {
          expect(error).to.have.property('code', 'storage_full');
        }
      };
      const lease = async (): Promise<void> => {
        const opened = await notes.open(keyOf(name()));
        if (opened) leases.push(opened);
      };
      const release = async (): Promise<void> => {
        const [opened] = leases.splice(Math.floor(random() * leases.length), 1);
        if (!opened) return;
        const content = await readFile(opened.path('result'));
        expect(content).to.deep.equal(Buffer.alloc(opened.size('result'), opened.record.note));
        opened.release();
      };
      const discard = async (worker: number): Promise<void> => {
        const draft = notes.begin(keyOf(name()));
        void draft.add('result', temporary(`file${worker}`));
        await draft.discard();
      };

      const step = async (worker: number): Promise<void> => {
        nowMs += Math.floor(random() * 500);
        const choice = random();
        if (choice < 0.45) await publish(worker);
        else if (choice < 0.65) await lease();
        else if (choice < 0.85) await release();
        else if (choice < 0.92) await discard(worker);
        else if (choice < 0.97) await notes.remove(keyOf(name()));
        else await notes.removeExpired();
      };
      const work = async (_: unknown, worker: number): Promise<void> => {
        for (let count = 0; count < 40; count += 1) await step(worker);
      };

      const watching = watch();
      try {
        await Promise.all(Array.from({ length: 5 }, work));
        while (leases.length > 0) await release();
      } finally {
        isRunning = false;
        await watching;
      }
      await notes.close();
      const stats = notes.stats();
      expect(peakBytes)
        .to.be.at.most(maxBytes)
        .and.at.least(maxBytes / 2);
      expect(published).to.be.at.least(20);
      expect(stats.bytes).to.equal(diskUseOf(temporary('store')));

      notes = await openNotes(temporary('store'), { maxBytes, now: () => nowMs });
      expect(notes.stats()).to.deep.equal(stats);
      await notes.close();
    });
  }
});

describe('a reservation', () => {
  const temporary = temporaryFolders();

  it('is made before the first byte is copied', async () => {
    const notes: DiskLru<Note> = await openNotes(temporary('store'), { maxBytes });
    const done = publishNote(notes, 'one', { path: temporary('file'), size: 150_000 });
    let isDone = false;
    void done.finally(() => (isDone = true));
    while (!isDone) {
      expect(diskUseOf(temporary('store'))).to.be.at.most(notes.stats().bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    await notes.close();
  });
});
