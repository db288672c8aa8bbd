import { expect } from 'chai';
import { codeLengths, codesOf } from '../../../../src/image/png/deflate/code-lengths.ts';

/** Shares of all codes; a complete set of codes has 1. */
const sumOf = (lengths: Uint8Array): number =>
  lengths.reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** -length), 0);

const fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584];

describe('codeLengths', () => {
  for (const [title, counts, longest, expected] of [
    ['two for a single symbol', [0, 0, 7], 15, [1, 0, 1]],
    ['two for none', [0, 0, 0], 15, [1, 1, 0]],
    ['short ones for what occurs often', [8, 1, 4, 1], 15, [1, 3, 2, 3]],
    ['equal ones for equal counts', [5, 5, 5, 5], 7, [2, 2, 2, 2]],
    ['no longer ones than asked for', [1, 1, 2, 4, 8], 3, [3, 3, 3, 3, 1]],
  ] as const) {
    it(`gives ${title}`, () => {
      expect([...codeLengths(counts, longest)]).to.deep.equal([...expected]);
    });
  }

  it('uses all codes, however uneven counts are', () => {
    for (const longest of [7, 15]) {
      const lengths = codeLengths(fibonacci, longest);
      expect(Math.max(...lengths)).to.equal(longest);
      expect(sumOf(lengths)).to.equal(1);
    }
  });
});

describe('codesOf', () => {
  it('counts up within a length, first bits lowest', () => {
    // The example of RFC 1951, section 3.2.2: 010 to 110 for A to E, 00 for F, 1110 and 1111.
    const codes = codesOf(Uint8Array.of(3, 3, 3, 3, 3, 2, 4, 4));
    expect([...codes]).to.deep.equal([0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111]);
  });
});
