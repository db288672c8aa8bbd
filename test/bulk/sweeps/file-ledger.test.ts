import { expect } from 'chai';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import { writeFileAtomically } from '../../../src/durable-file.ts';
import { StartError } from '../../../src/errors.ts';
import { listingOf, planOf, sweepLedgerSuite } from '../../suites/sweep-ledger-suite.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('sweeps in files', () => {
  const inFolder = temporaryFolders();

  sweepLedgerSuite('a folder', (now) => openFileLedger({ folder: inFolder('sweeps'), now }));

  const damages: readonly (readonly [title: string, text: string, problem: string])[] = [
    ['is cut', '{"sweep":', 'one.json is no JSON'],
    ['is empty', '', 'one.json is no JSON'],
    ['has no sweep', '{}', 'one.json has not all parts of a sweep'],
    ['is null', 'null', 'one.json has not all parts of a sweep'],
  ];
  for (const [title, text, problem] of damages) {
    it(`stop the start where a file ${title}, and leave it`, async () => {
      const folder = inFolder('sweeps');
      const ledger = await openFileLedger({ folder, now: () => 0 });
      await ledger.begin(planOf('one'));
      await ledger.close();
      await writeFile(inFolder('sweeps/one.json'), text);
      const refused = await rejectionOf(openFileLedger({ folder, now: () => 0 }));
      expect(refused).to.be.instanceOf(StartError);
      expect((refused as Error).message).to.include(problem);
      expect(await readdir(folder)).to.deep.equal(['one.json']);
      expect(await readFile(inFolder('sweeps/one.json'), 'utf8')).to.equal(text);
    });
  }

  it('stop the start where a file is missing, and do not call it damaged', async () => {
    const folder = inFolder('sweeps');
    await mkdir(folder);
    await symlink(inFolder('nowhere'), inFolder('sweeps/one.json'));
    const refused = await rejectionOf(openFileLedger({ folder, now: () => 0 }));
    expect(refused).to.be.instanceOf(StartError);
    expect((refused as Error).message).to.include('one.json is missing.');
    expect(await readdir(folder)).to.deep.equal(['one.json']);
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
    await ledger.begin(planOf('one'));
    await ledger.extend('one', listingOf(objects));
    const { id } = (await ledger.claim('one'))!;
    writes = 0;
    const result = { happened: 'compressed', before: 12, after: 6 } as const;
    await Promise.all(objects.map((_, index) => ledger.advance('one', id, index, result)));
    expect(writes).to.be.within(1, 2);
    const again = await openFileLedger({ folder: inFolder('sweeps'), now: () => 0 });
    expect((await again.find('one'))?.counts.compressed).to.equal(50);
  });
});
