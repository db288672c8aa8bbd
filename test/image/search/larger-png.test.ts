import { expect } from 'chai';
import { isLargerPng } from '../../../src/image/search/larger-png.ts';

describe('isLargerPng', () => {
  const plan = { width: 100, height: 100 };

  const palettes: readonly (readonly [string, number, number, boolean])[] = [
    ['of a photograph beside a small result', 0.2, 2999, true],
    ['of a photograph of noise, or of few colours in patterns', 0.2, 3000, false],
    ['of a flat picture beside a small result', 0.5, 374, true],
    ['of a flat picture beside a larger one', 0.5, 375, false],
    ['of a picture that may be drawn', 0.3, 2000, false],
  ];
  for (const [title, flatness, bytes, isLarger] of palettes) {
    it(`is ${isLarger} of a palette ${title}`, () => {
      expect(isLargerPng({}, { plan, flatness, bytes })).to.equal(isLarger);
    });
  }

  for (const [bytes, isLarger] of [
    [1999, true],
    [2000, false],
  ] as const) {
    it(`is ${isLarger} of a palette beside ${bytes} bytes where the source is one of 10,000`, () => {
      const beside = { plan, flatness: 0.2, bytes, paletteBytes: 10_000 };
      expect(isLargerPng({}, beside)).to.equal(isLarger);
    });
  }

  it('is true of an encoder for photographs beside any good result', () => {
    const beside = { plan, flatness: 0.5, bytes: 9999 };
    expect(isLargerPng({ builtin: 'lossy-png' }, beside)).to.equal(true);
  });
});
