import { expect } from 'chai';
import { appendFileSync, readFileSync } from 'node:fs';
import { type Journal as JournalOf, openJournal } from '../../../src/bulk/journal/journal.ts';
import { lineOf } from '../../../src/bulk/journal/line.ts';
import type { JournalRecord } from '../../../src/bulk/journal/record.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { smallDisks } from '../../support/small-disks.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

type Journal = JournalOf<JournalRecord>;

const recordAt = (path: string, bytes = 1): JournalRecord => ({
  ...{ path, kind: 'left', source: { inode: '1', bytes, modifiedNs: '2' } },
  ...{ sha256: 'ab', settings: 's' },
});
const all = async (journal: Journal): Promise<readonly JournalRecord[]> => {
  const records: JournalRecord[] = [];
  for await (const record of journal.records()) records.push(record);
  return records;
};

describe('the journal', () => {
  const inFolder = temporaryFolders();
  const open = (): Promise<Journal> => openJournal(inFolder('journal.jsonl'));

  it('gives the last record of each path, also when it is opened again', async () => {
    const first = await open();
    await Promise.all([recordAt('a'), recordAt('b'), recordAt('a', 2)].map(first.append));
    expect(first.find('a')).to.deep.equal(recordAt('a', 2));
    first.close();
    const second = await open();
    expect(second.find('a')).to.deep.equal(recordAt('a', 2));
    expect(second.find('c')).to.equal(undefined);
    await second.append(recordAt('c'));
    expect(await all(second)).to.deep.equal([recordAt('b'), recordAt('a', 2), recordAt('c')]);
    second.close();
  });

  it('finds records wherever they lie, and their ends', async () => {
    const count = 2000;
    const first = await open();
    const records = Array.from({ length: count }, (_, number) =>
      recordAt(`${number} ${'x'.repeat(number % 300)}`, number),
    );
    await Promise.all(records.map(first.append));
    first.close();
    const second = await open();
    for (const record of [...records, ...records.toReversed()]) {
      expect(second.find(record.path)).to.deep.equal(record);
    }
    expect(await all(second)).to.deep.equal(records);
    second.close();
  });

  it('passes over the part of a line that a killed process has left', async () => {
    const first = await open();
    await first.append(recordAt('a'));
    first.close();
    appendFileSync(inFolder('journal.jsonl'), lineOf(recordAt('b')).slice(0, -5));
    const second = await open();
    await second.append(recordAt('c'));
    second.close();
    const third = await open();
    expect(await all(third)).to.deep.equal([recordAt('a'), recordAt('c')]);
    third.close();
  });

  describe('on a full disk', () => {
    const mount = smallDisks();
    it('refuses a record, and keeps those before and after', async function () {
      mount(this, inFolder('disk'), '16k');
      const path = inFolder('disk/journal.jsonl');
      const first: Journal = await openJournal(path);
      const records: JournalRecord[] = [];
      let problem: unknown;
      for (let number = 0; problem === undefined; number += 1) {
        const record = recordAt(`${number} ${'x'.repeat(500)}`);
        problem = await rejectionOf(first.append(record)).catch(() => undefined);
        if (problem === undefined) records.push(record);
      }
      expect(problem).to.have.property('code', 'ENOSPC');
      expect(records).to.have.lengthOf.above(10);
      expect(readFileSync(path, 'utf8').endsWith('\n')).to.equal(true);
      first.close();
      const second: Journal = await openJournal(path);
      expect(await all(second)).to.deep.equal(records);
      second.close();
    });
  });
});
