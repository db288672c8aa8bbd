import { expect } from 'chai';
import { readdir, writeFile } from 'node:fs/promises';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import { writeFileAtomically } from '../../../src/durable-file.ts';
import { StartError } from '../../../src/errors.ts';
import { planOf, sweepLedgerSuite } from '../../suites/sweep-ledger-suite.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('sweeps in files', () => {
  const inFolder = temporaryFolders();

  sweepLedgerSuite('a folder', (now) => openFileLedger({ folder: inFolder('sweeps'), now }));

  it('stop the start where a file is damaged, and leave it', async () => {
    const ledger = await openFileLedger({ folder: inFolder('sweeps'), now: () => 0 });
    await ledger.begin(planOf('one'));
    await ledger.close();
    await writeFile(inFolder('sweeps/one.json'), '{"sweep":');
    const refused = await rejectionOf(openFileLedger({ folder: inFolder('sweeps'), now: () => 0 }));
    expect(refused).to.be.instanceOf(StartError);
    expect((refused as Error).message).to.include('one.json is no JSON');
    expect(await readdir(inFolder('sweeps'))).to.deep.equal(['one.json']);
  });

  it('share a write where they change together, and begin none that cannot be stored', async () => {
    let writes = 0;
    let isFull = true;
    const ledger = await openFileLedger({
      folder: inFolder('sweeps'),
      now: () => 0,
      writeFile: async (path, data) => {
        writes += 1;
        if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        await writeFileAtomically(path, data);
      },
    });
    expect(await rejectionOf(ledger.begin(planOf('one')))).to.have.property('code', 'ENOSPC');
    expect(await ledger.list()).to.deep.equal([]);
    isFull = false;
    const objects = Array.from({ length: 50 }, (_, index) => ({
      ...{ key: `${index}.jpg`, bytes: 12, etag: '', isArchived: false },
    }));
    await ledger.begin(planOf('one'), [objects]);
    const { id } = (await ledger.claim('one'))!;
    writes = 0;
    const result = { happened: 'compressed', before: 12, after: 6 } as const;
    await Promise.all(objects.map((_, index) => ledger.advance('one', id, index, result)));
    expect(writes).to.be.within(1, 2);
    const again = await openFileLedger({ folder: inFolder('sweeps'), now: () => 0 });
    expect((await again.find('one'))?.counts.compressed).to.equal(50);
  });
});
