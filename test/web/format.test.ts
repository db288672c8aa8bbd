import { expect } from 'chai';
import { formatIn } from '../../src/web/format.ts';

describe('a limit of bytes', () => {
  for (const [value, english, german] of [
    [100 * 1024 ** 2, '100 MB', '100 MB'],
    [1024 ** 3, '1 GB', '1 GB'],
    [1500 * 1024 ** 2, '1,500 MB', '1.500 MB'],
    [5e6, '5 MB', '5 MB'],
    [2.5e6, '2.5 MB', '2,5 MB'],
    [64 * 1024, '65.5 kB', '65,5 kB'],
    [0, '0 B', '0 B'],
  ] as const) {
    it(`of ${value} is ${english}`, () => {
      expect(formatIn('en').limit(value)).to.equal(english);
      expect(formatIn('de').limit(value)).to.equal(german);
    });
  }
});
