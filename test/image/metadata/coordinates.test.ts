import { expect } from 'chai';
import { locationOf, xmpCoordinateOf } from '../../../src/image/metadata/coordinates.ts';
import type { Coordinate } from '../../../src/image/metadata/preserved.ts';

const at = (degrees: number, ref: string): Coordinate => ({
  degrees: [degrees, 1],
  minutes: [0, 1],
  seconds: [0, 1],
  ref,
});

describe('a coordinate in XMP', () => {
  const cases = [
    ['52,13.5N', [52, 1], [135, 10], [0, 1], 'N'],
    ['52,13,30N', [52, 1], [13, 1], [30, 1], 'N'],
    ['0,0.00W', [0, 1], [0, 100], [0, 1], 'W'],
    [' 13,22,7.25E\n', [13, 1], [22, 1], [725, 100], 'E'],
    ['52,13.00000004999999S', [52, 1], [130_000_000, 10_000_000], [0, 1], 'S'],
  ] as const;
  for (const [text, degrees, minutes, seconds, ref] of cases) {
    it(`is read from ${JSON.stringify(text)}`, () => {
      expect(xmpCoordinateOf(text)).to.deep.equal({ degrees, minutes, seconds, ref });
    });
  }

  for (const text of ['', '52.225', '52,13.5', '52,13.5n', '-52,13.5N', '52,113.5N', '52,13.5NN']) {
    it(`is absent from ${JSON.stringify(text)}`, () => {
      expect(xmpCoordinateOf(text)).to.equal(undefined);
    });
  }
});

describe('a location', () => {
  it('is two coordinates', () => {
    const [latitude, longitude] = [at(90, 'S'), at(180, 'E')];
    expect(locationOf(latitude, longitude)).to.deep.equal({ latitude, longitude });
  });

  const refused = [
    ['no latitude', undefined, at(13, 'E')],
    ['no longitude', at(52, 'N'), undefined],
    ['a latitude beyond the pole', at(91, 'N'), at(13, 'E')],
    ['a longitude beyond the date line', at(52, 'N'), at(181, 'E')],
    ['minutes beyond the pole', { ...at(90, 'N'), minutes: [1, 1] as const }, at(13, 'E')],
    ['the halves swapped', at(52, 'E'), at(13, 'N')],
    ['no half', at(52, ''), at(13, 'E')],
    ['both halves', at(52, 'NS'), at(13, 'E')],
  ] as const;
  for (const [name, latitude, longitude] of refused) {
    it(`is none with ${name}`, () => expect(locationOf(latitude, longitude)).to.equal(undefined));
  }
});
