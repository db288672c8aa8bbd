import { expect } from 'chai';
import { smallestOf, type SizedResult } from '../../src/image/smallest.ts';

const lossy = (bytes: number): SizedResult => ({ bytes, lossless: false });
const lossless = (bytes: number): SizedResult => ({ bytes, lossless: true });

describe('smallestOf', () => {
  const rows: readonly (readonly [
    string,
    readonly SizedResult[],
    number,
    SizedResult | undefined,
  ])[] = [
    ['undefined for an empty list', [], 10, undefined],
    ['the smallest', [lossy(9), lossy(7), lossless(8)], 10, lossy(7)],
    ['the lossless one among equals', [lossy(7), lossless(7)], 10, lossless(7)],
    ['one that is exactly at the limit', [lossy(10)], 10, lossy(10)],
    ['undefined where all are over the limit', [lossy(11), lossless(12)], 10, undefined],
    ['the smaller one though the other is lossless', [lossless(8), lossy(7)], 10, lossy(7)],
  ];
  for (const [title, contenders, limit, expected] of rows) {
    it(`gives ${title}`, () => {
      expect(smallestOf(contenders, limit)).to.deep.equal(expected);
    });
  }

  it('gives the first of those that are equal in all', () => {
    const [first, second] = [lossless(7), lossless(7)];
    expect(smallestOf([first, second], 10)).to.equal(first);
  });

  it('leaves the list as it was', () => {
    const contenders = [lossy(9), lossy(7)];
    smallestOf(contenders, 10);
    expect(contenders).to.deep.equal([lossy(9), lossy(7)]);
  });
});
