import { expect } from 'chai';
import { progressLine } from '../../src/bulk/progress.ts';
import {
  bytesText,
  durationText,
  noTotals,
  percentText,
  totalsText,
  withOutcome,
} from '../../src/bulk/totals.ts';

describe('the sums of a run', () => {
  it('count each file once, and the bytes of those that were compressed', () => {
    const outcomes = [
      { path: 'a', happened: 'compressed', before: 1000, after: 400 },
      { path: 'b', happened: 'compressed', before: 500, after: 350 },
      { path: 'c', happened: 'done', before: 900, after: 100 },
      { path: 'd', happened: 'left', before: 10, after: 10 },
      { path: 'e', happened: 'failed', before: 7, after: 7 },
    ] as const;
    const totals = outcomes.reduce(withOutcome, noTotals);
    expect(totals).to.deep.equal({
      ...{ compressed: 2, done: 1, left: 1, failed: 1, before: 1500, after: 750 },
    });
    expect(totalsText(totals)).to.equal(
      '5 files: 2 compressed (1.5 kB to 750 B, 50 % saved), 1 done before, 1 left as they are, 1 failed.',
    );
    expect(totalsText(noTotals)).to.equal('0 files: 0 compressed (0 B to 0 B, 0 % saved).');
    const one = { ...noTotals, compressed: 1, before: 9, after: 9 };
    expect(
      [totalsText(one), totalsText(one, 'object'), totalsText(totals, 'object')].map(
        (text) => text.split(':')[0],
      ),
    ).to.deep.equal(['1 file', '1 object', '5 objects']);
  });

  it('have bytes, times and shares in words', () => {
    expect([0, 999, 1000, 1234567, 5e12, -2500].map(bytesText)).to.deep.equal([
      '0 B',
      '999 B',
      '1 kB',
      '1.23 MB',
      '5 TB',
      '-2.5 kB',
    ]);
    expect([0, 59.4, 61, 3600, 7500, -1].map(durationText)).to.deep.equal([
      '0 s',
      '59 s',
      '1 min 1 s',
      '1 h 0 min',
      '2 h 5 min',
      '0 s',
    ]);
    expect([0, 0.6789, 1].map(percentText)).to.deep.equal(['0 %', '67.9 %', '100 %']);
  });

  it('are a line of progress', () => {
    const totals = { ...noTotals, compressed: 20, done: 70, left: 10, before: 3e6, after: 1e6 };
    expect(progressLine({ totals, files: undefined, seconds: 10 })).to.equal(
      '100 files, 2 MB saved, 3 a second',
    );
    expect(progressLine({ totals, files: 400, seconds: 10 })).to.equal(
      '100 of 400 files, 2 MB saved, 3 a second, 1 min 40 s left',
    );
    expect(progressLine({ totals: noTotals, files: 1, seconds: 0 })).to.equal(
      '0 of 1 file, 0 B saved, 0 a second',
    );
    expect(progressLine({ totals: noTotals, files: 4, seconds: 0 })).to.equal(
      '0 of 4 files, 0 B saved, 0 a second',
    );
  });
});
