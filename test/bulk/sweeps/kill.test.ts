import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import { readCountersFile } from '../../../src/counters/counters-file.ts';
import { planOf } from '../../suites/sweep-ledger-suite.ts';
import { killedAtRandom } from '../../support/killed-at-random.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const program = fileURLToPath(new URL('../../support/bulk/counting-process.ts', import.meta.url));
const objects = 150;
/** Of one process, so that none is quick enough to do without being killed. */
const most = 25;

describe('kill -9 during a sweep of one machine', () => {
  const inFolder = temporaryFolders();

  it('counts each object once, for the sweep and for its account', async function () {
    this.timeout(300_000);
    const first = await openFileLedger({ folder: inFolder('sweeps'), now: Date.now });
    await first.begin(planOf('one'));
    await first.close();
    let kills = 0;
    while (await killedAtRandom(program, [inFolder(), ...[objects, most].map(String)], 60))
      kills += 1;
    const ledger = await openFileLedger({ folder: inFolder('sweeps'), now: Date.now });
    const { status, counts } = (await ledger.find('one'))!;
    const counted = (await readCountersFile(inFolder('counters.json'))).get('2026-11');
    expect([status, counts.compressed, counted?.get('acct_a')]).to.deep.equal([
      ...['done', objects, objects],
    ]);
    expect(kills).to.be.at.least(objects / most - 1);
  });
});
