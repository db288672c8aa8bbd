import { expect } from 'chai';
import { lineOf, recordOf } from '../../../src/bulk/journal/line.ts';
import type { JournalRecord } from '../../../src/bulk/journal/record.ts';
import { rawOf } from '../../../src/bulk/raw-path.ts';

const identity = {
  ...{ inode: String(2n ** 60n + 1n), bytes: 1234, modifiedNs: '1795645881725544377' },
};
const records: readonly JournalRecord[] = [
  { path: rawOf('a/Ä.jpg'), kind: 'left', source: identity, sha256: 'aa', settings: 's' },
  {
    ...{ path: 'a\xff\n.jpg', kind: 'replaced', source: identity, sha256: 'bb', settings: 's' },
    target: { path: 'a\xff\n.jpg', ...identity, bytes: 12 },
    former: { ...identity, inode: '3' },
    ...{ mode: 0o644, isKept: true },
    made: {
      ...{ sourceType: 'image/png', mediaType: 'image/png', score: 80.1, worstPlace: null },
      ...{ encoders: 'oxipng', settings: {}, milliseconds: 12 },
    },
  },
];

describe('a record of the journal', () => {
  it('is one line of JSON, and the same when it is read', () => {
    for (const record of records) {
      const line = lineOf(record);
      expect(line).not.to.contain('\n');
      expect(recordOf(line)).to.deep.equal(record);
    }
  });

  it('is none where it is not whole', () => {
    const line = lineOf(records[1]!);
    for (let end = 0; end < line.length; end += 1) {
      expect(recordOf(line.slice(0, end)), String(end)).to.equal(undefined);
    }
  });
});
