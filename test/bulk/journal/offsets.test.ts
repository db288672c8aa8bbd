import { expect } from 'chai';
import { createOffsets } from '../../../src/bulk/journal/offsets.ts';

describe('offsets by key', () => {
  it('are found again, the last one of each key', () => {
    const offsets = createOffsets();
    const count = 10_000;
    for (let number = 0; number < count; number += 1) offsets.set(`key ${number}`, number);
    for (let number = 0; number < count; number += 2) offsets.set(`key ${number}`, count + number);
    expect(offsets.size()).to.equal(count);
    for (let number = 0; number < count; number += 1) {
      expect(offsets.get(`key ${number}`)).to.equal(number % 2 === 0 ? count + number : number);
    }
    expect(offsets.get('another key')).to.equal(undefined);
  });
});
