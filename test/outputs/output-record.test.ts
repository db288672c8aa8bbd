import { expect } from 'chai';
import { isRecordOfSome, isStoredRecord } from '../../src/outputs/output-record.ts';

const image = { mediaType: 'image/png', bytes: 10, width: 4, height: 3, sha256: 'digest' };
const output = {
  id: 'id',
  owner: 'alice',
  cacheKey: 'same',
  createdAt: 1,
  source: { ...image, bytes: 20, facts: {} },
  result: image,
  receipt: {},
};
const record = { kind: 'output', output };
const files = { source: 20, result: 10 };

describe('the record of an output', () => {
  it('is taken for one when it describes its files', () => {
    expect(isStoredRecord(record, files)).to.equal(true);
  });

  const others: [string, unknown, Record<string, number>?][] = [
    ['is nothing', null],
    ['has no receipt', { ...record, output: { ...output, receipt: undefined } }],
    ['has a receipt in words', { ...record, output: { ...output, receipt: 'paid' } }],
    ['is of another kind', { ...record, kind: 'operation' }],
    ['holds no output', { kind: 'output' }],
    ['has no owner', { ...record, output: { ...output, owner: undefined } }],
    ['has a creation time in words', { ...record, output: { ...output, createdAt: 'now' } }],
    ['has no facts of its source', { ...record, output: { ...output, source: image } }],
    ['gives its result no width', { ...record, output: { ...output, result: { bytes: 10 } } }],
    ['has no result', { ...record, output: { ...output, result: undefined } }, { source: 20 }],
    ['stands beside another source', record, { source: 21, result: 10 }],
    ['stands beside another result', record, { source: 20, result: 9 }],
    ['stands beside a result alone', record, { result: 10 }],
    ['stands beside one file more', record, { ...files, other: 1 }],
  ];
  for (const [fault, value, beside = files] of others) {
    it(`is not taken for one when it ${fault}`, () => {
      expect(isStoredRecord(value, beside)).to.equal(false);
    });
  }
});

describe('the record of an output of which a part is elsewhere', () => {
  for (const [beside, title] of [
    [{ result: 10 }, 'its result'],
    [{ source: 20 }, 'its source'],
    [files, 'both'],
  ] as const) {
    it(`is taken for one beside ${title}`, () => {
      expect(isRecordOfSome(record, beside)).to.equal(true);
    });
  }

  it('is not taken for one beside other files, beside none, or when it is none', () => {
    for (const beside of [{}, { result: 9 }, { source: 21 }, { result: 10, other: 1 }]) {
      expect(isRecordOfSome(record, beside)).to.equal(false);
    }
    for (const other of [null, {}, { ...record, output: null }, { ...record, kind: 'result' }]) {
      expect(isRecordOfSome(other, { result: 10 })).to.equal(false);
    }
    const inWords = { ...record, output: { ...output, result: { ...image, bytes: '10' } } };
    expect(isRecordOfSome(inWords, { source: 20 })).to.equal(false);
  });
});

describe("the record of an operation's result", () => {
  const made = { sourceSha256: 'digest', receipt: {} };
  const kept = { kind: 'result', owner: 'alice', result: image, made };

  it('is taken for one when it describes its one file', () => {
    expect(isStoredRecord(kept, { result: 10 })).to.equal(true);
  });

  const others: [string, unknown, Record<string, number>?][] = [
    ['holds no result', { ...kept, result: undefined }],
    ['has no owner', { ...kept, owner: undefined }],
    ['has no origin', { ...kept, made: undefined }],
    ['has a receipt of no source', { ...kept, made: { receipt: {} } }],
    ['has no receipt of its source', { ...kept, made: { sourceSha256: 'digest' } }],
    ['holds an output', { kind: 'result', output }],
    ['has no digest', { ...kept, result: { ...image, sha256: undefined } }],
    ['has half a pixel', { ...kept, result: { ...image, width: 4.5 } }],
    ['stands beside another file', kept, { result: 9 }],
    ['stands beside no file', kept, {}],
    ['stands beside a source alone', kept, { source: 10 }],
    ['stands beside a source too', kept, { result: 10, source: 20 }],
  ];
  for (const [fault, value, beside = { result: 10 }] of others) {
    it(`is not taken for one when it ${fault}`, () => {
      expect(isStoredRecord(value, beside)).to.equal(false);
    });
  }
});
