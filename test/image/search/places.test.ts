import { expect } from 'chai';
import type { SettingRange } from '../../../src/image/encoder.ts';
import { placeOf, settingAt } from '../../../src/image/search/places.ts';

const rangeOf = (steps: SettingRange['steps'], finest: number, coarsest: number): SettingRange => ({
  finest,
  coarsest,
  start: finest,
  steps,
});

const ratio = rangeOf('ratio', 1, 16);
const difference = rangeOf('difference', 95, 35);
const remainder = rangeOf('remainder', 100, 37);

describe('the place of a setting', () => {
  const rows: readonly (readonly [string, SettingRange, setting: number, place: number])[] = [
    ['of the finest scale', ratio, 1, 0],
    ['of the coarsest scale', ratio, 16, 1],
    ['of a scale between them', ratio, 4, 0.5],
    ['of a quality in the middle', difference, 65, 0.5],
    ['of the finest quality of a palette', remainder, 100, 0],
    ['of the coarsest one', remainder, 37, 1],
    ['of one that leaves eight times as much as the finest', remainder, 93, 0.5],
  ];
  for (const [title, range, setting, place] of rows) {
    it(`${title} is ${place}`, () => {
      expect(placeOf(range, setting)).to.be.closeTo(place, 1e-9);
      expect(settingAt(range, place)).to.equal(setting);
    });
  }

  it('gives whole qualities, and scales of two decimals', () => {
    const settings = [ratio, difference, remainder].map((range) => settingAt(range, 0.3));
    expect(settings).to.deep.equal([2.3, 77, 98]);
  });
});
