/**
 * Works on the sweep `one` in the folder of its argument until it is done: objects are stored at once, by which a line is
 * written, and counted in files. After `most` objects it waits for its end, which others must bring about.
 */
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { ObjectStore } from '../../../src/bucket.ts';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import { createSweepRunner } from '../../../src/bulk/sweeps/run-sweeps.ts';
import { createFileCounters } from '../../../src/counters/file-counters.ts';
import { allPictures } from './sweeping.ts';

const [folder = '', objects = '', most = ''] = process.argv.slice(2);
let looks = 0;
const now = (): number => Date.parse('2026-11-20T12:00:00Z');
const ledger = await openFileLedger({ folder: `${folder}/sweeps`, now });
const counters = await createFileCounters({ path: `${folder}/counters.json`, now });
const source = {
  list: async function* (_: AbortSignal, after = '') {
    for (let number = 0; number < Number(objects); number += 1) {
      const key = `${String(number).padStart(5, '0')}.jpg`;
      if (key > after) yield { key, bytes: 12, etag: '', isArchived: false };
    }
  },
} as Partial<ObjectStore> as ObjectStore;
const fail = (error: unknown): never => {
  throw error;
};
const runner = createSweepRunner({
  ...{ ledger, holdMs: 1000, pauseMs: 1, pollMs: 1 },
  storagePauses: { firstMs: 1, longestMs: 1 },
  open: async () => ({
    ...{ source, selection: allPictures, atOnce: 8, close: () => undefined },
    look: async () => {
      looks += 1;
      if (looks > Number(most)) await new Promise(() => undefined);
      return { happened: 'compressed', before: 12, after: 6 };
    },
    checkRoom: async () => undefined,
    count: async (requestId) => {
      await counters.add('acct_a', 1, { requestId, mayRepeat: true });
    },
  }),
  hasRoom: async () => true,
  onResult: () => void writeSync(1, 'counted\n'),
  onProblem: fail,
});
while ((await ledger.find('one'))?.status !== 'done') await setTimeout(1);
await runner.close();
await counters.close();
await ledger.close();
