import { expect } from 'chai';
import {
  needsNextVariant,
  preferredVariant,
  variantsFor,
  type VariantOutcome,
} from '../../../src/image/search/variants.ts';

const outcome = (changes: Partial<VariantOutcome> = {}): VariantOutcome => ({
  score: 80,
  bytes: 100,
  isWhole: true,
  place: 0.5,
  colourLoss: 0,
  isAcceptable: false,
  ...changes,
});

const poor: Partial<VariantOutcome> = { score: 70, bytes: 100, isAcceptable: true };

describe('variants of an encoder', () => {
  const both = ['2x2', '1x1'];
  const tried: readonly (readonly [
    title: string,
    encoder: Readonly<{ produces: string; variants?: readonly string[] }>,
    hasFineColour: boolean,
    expected: readonly (string | undefined)[],
  ])[] = [
    ['all', { produces: 'image/jpeg', variants: both }, false, both],
    ['those that keep fine colour', { produces: 'image/jpeg', variants: both }, true, ['1x1']],
    ['the only one', { produces: 'image/jpeg', variants: ['2x2'] }, true, ['2x2']],
    ['all that dither', { produces: 'image/png', variants: both }, true, both],
    ['none', { produces: 'image/jpeg' }, true, [undefined]],
  ];
  for (const [title, encoder, hasFineColour, expected] of tried) {
    it(`are tried: ${title}`, () => {
      expect(variantsFor(encoder, { hasFineColour })).to.deep.equal(expected);
    });
  }

  const worthwhile: readonly (readonly [string, Partial<VariantOutcome>, boolean])[] = [
    ['one that meets the target', {}, false],
    ['one that meets it just so', { score: 79.3 }, false],
    ['one that misses it', { score: 79.2 }, true],
    ['one that loses colour', { colourLoss: 0.011 }, true],
    ['one that loses some colour', { colourLoss: 0.0011 }, true],
    ['one of sample tiles that loses some', { colourLoss: 0.01, isWhole: false }, false],
    ['one of sample tiles that loses colour', { colourLoss: 0.011, isWhole: false }, true],
    ['one that hardly loses colour', { colourLoss: 0.001 }, false],
    ['one near its finest setting', { place: 0.14 }, true],
  ];
  for (const [title, changes, expected] of worthwhile) {
    it(`${expected ? 'need another' : 'are enough'} after ${title}`, () => {
      expect(needsNextVariant(outcome(changes), 80)).to.equal(expected);
    });
  }

  it('need another at a high target from the middle of the range on', () => {
    const after = (place: number) => needsNextVariant(outcome({ place, score: 90 }), 90);
    expect([after(0.49), after(0.5)]).to.deep.equal([true, false]);
    expect(needsNextVariant(outcome({ place: 0.49, score: 90 }), 84)).to.equal(false);
  });

  const choices: readonly (readonly [
    string,
    readonly Partial<VariantOutcome>[],
    chosen: number | undefined,
  ])[] = [
    ['none of none', [], undefined],
    ['the smallest that is right', [{ bytes: 90 }, { bytes: 80 }], 1],
    ['the one that is right', [{ score: 70, bytes: 50 }, { bytes: 80 }], 1],
    ['the one that keeps colour', [{ colourLoss: 0.5, bytes: 50 }, { score: 75 }], 1],
    ['the best where both miss', [{ score: 70 }, { score: 60 }], 0],
    ['an acceptable one that is far smaller', [poor, { bytes: 131 }], 0],
    ['the one that is right at hardly more bytes', [poor, { bytes: 130 }], 1],
    ['an acceptable one where all miss', [poor, { score: 75, bytes: 131 }], 0],
    ['an acceptable first one where all miss', [poor, { score: 75, bytes: 101 }], 0],
    [
      'the best acceptable one where all miss, at hardly more bytes',
      [poor, { ...poor, score: 75, bytes: 110 }],
      1,
    ],
    ['the first of them at more', [poor, { ...poor, score: 75, bytes: 111 }], 0],
    [
      'the one at hardly more bytes where a better one has more',
      [poor, { ...poor, score: 75, bytes: 110 }, { ...poor, score: 76, bytes: 111 }],
      1,
    ],
    [
      'the best where all miss, and a later one is acceptable',
      [{ score: 60 }, poor, { score: 75 }],
      2,
    ],
    ['the best where both lose colour', [{ colourLoss: 1, score: 60 }, { colourLoss: 1 }], 1],
  ];
  for (const [title, outcomes, chosen] of choices) {
    it(`are chosen from: ${title}`, () => {
      const given = outcomes.map(outcome);
      const expected = chosen === undefined ? undefined : given[chosen];
      expect(preferredVariant(given, 80)).to.equal(expected);
    });
  }
});
