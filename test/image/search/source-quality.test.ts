import { expect } from 'chai';
import { quantisationTables } from '../../../src/image/jpeg/quantisation-tables.ts';
import {
  expectedScore,
  expectedScoreOf,
  isPoor,
  targetFor,
} from '../../../src/image/search/source-quality.ts';
import { standardTables } from '../../support/image/standard-tables.ts';

describe('what a JPEG source can give', () => {
  it('is expected to be less with coarser tables', () => {
    const scores = [2, 3, 5, 8, 16].map((scale) => expectedScore(quantisationTables(scale)) ?? 0);
    expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
    expect(scores[0]).to.be.within(80, 83);
    expect(scores.at(-1)).to.be.within(40, 46);
  });

  it('is expected to be no less with the finest tables than with fine ones', () => {
    const scoreOf = (step: number) => expectedScore([Array.from({ length: 64 }, () => step)]);
    expect(scoreOf(1)).to.equal(scoreOf(2));
    expect(scoreOf(1)).to.be.greaterThan(scoreOf(4) ?? 100);
  });

  it('is unknown without tables', () => {
    expect(expectedScore([])).to.equal(undefined);
    expect(expectedScore([[1, 2, 3]])).to.equal(undefined);
  });

  const rows: readonly (readonly [string, readonly (readonly number[])[], number])[] = [
    ['stays for a source of high quality', standardTables(90), 79],
    ['stays for a source that is no JPEG', [], 79],
    ['is lowered for one of low quality, but not far', standardTables(50), 76],
  ];
  for (const [title, tables, expected] of rows) {
    it(`the target ${title}`, () => expect(targetFor(tables, 79)).to.equal(expected));
  }

  it('the target follows a source that is just below it', () => {
    expect(targetFor(standardTables(75), 79)).to.be.within(77.5, 78.9);
  });
});

describe('what a WebP or PNG as a source can give', () => {
  const webp = (quantiser: number) => ({ colour: 'rgb', quantisation: [], quantiser }) as const;

  it('is expected to be less with coarser quantisers', () => {
    const scores = [6, 12, 20, 36, 60, 127].map((each) => expectedScoreOf(webp(each)) ?? 0);
    expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
    expect(scores[0]).to.be.within(85, 87);
    expect(scores[3]).to.be.within(70, 74);
    expect(expectedScoreOf(webp(0))).to.equal(scores[0]);
  });

  it('is that of the tables of a JPEG', () => {
    const quantisation = quantisationTables(3);
    expect(expectedScoreOf({ quantisation })).to.equal(expectedScore(quantisation));
  });

  // Quantisers of cwebp's qualities 75, 85, 90 and 95.
  for (const [quantiser, target, expected] of [
    [36, 79.5, true],
    [20, 79.5, true],
    [12, 79.5, false],
    [6, 79.5, false],
    [36, 70, false],
    [6, 90, true],
  ] as const) {
    it(`is ${expected ? 'poor' : 'good'} with the quantiser ${quantiser} for ${target}`, () => {
      expect(isPoor(webp(quantiser), target)).to.equal(expected);
    });
  }

  it('is poor with a palette, and not known to be without palette and quantiser', () => {
    expect(isPoor({ colour: 'palette' }, 79.5)).to.equal(true);
    expect(isPoor({ colour: 'rgb' }, 79.5)).to.equal(false);
  });
});
