import { expect } from 'chai';
import {
  areOurTables,
  qtablesText,
  quantisationTables,
} from '../../../src/image/jpeg/quantisation-tables.ts';
import { bytesOf } from '../../../src/image/bytes.ts';
import { jpegFactsOf } from '../../../src/image/jpeg/facts.ts';
import { standardTables } from '../../support/image/standard-tables.ts';

/** The tables of versions before these: a formula of the distance from the lowest frequency. */
const formerTablesAt = (scale: number): readonly (readonly number[])[] =>
  [
    [1, 0.739, 1.156, 1.261],
    [1.185, 0.349, 1.425, 1],
    [1.284, 0.439, 0.977, 1],
  ].map(([factor = 0, slope = 0, exponent = 0, flat = 0]) =>
    Array.from({ length: 64 }, (_, index) => {
      const distance = Math.hypot(index & 7, index >> 3);
      const step = scale * factor * (distance === 0 ? flat : 1 + slope * distance ** exponent);
      return Math.max(1, Math.min(255, Math.round(step)));
    }),
  );

/** 16x16 pixels by cjpeg with these tables at scale 3. */
const formerFile = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wDFAAQFBQgGCAsJCQsOCwoLDhEODQ0OERUSEA8QEhUYFRMRERMVGBgWFBMUFh',
  'gZFxYWFxkaGRgZGhwbGxweHR4gICIBBAUFBwYHCQcHCQ0KCQoNEA0LCw0QExAODQ4QExcUERAQERQXGBUTEhMVGBkW',
  'FRUWGRoYGBgaHBsbHB4eHiEhJAIEBgYHBgcJCAgJCgkJCQoMCwoKCwwODAsLCwwODw4NDAwNDg8PDg0NDQ4PEA8ODg',
  '8QEBAPEBAREBAREhISExMU/8AAEQgAEAAQAwEiAAIRAQMRAv/EAFwAAQEBAAAAAAAAAAAAAAAAAAcGCBAAAwEBAAAA',
  'AAAAAAAAAAAAAQURACEBAQEAAAAAAAAAAAAAAAAAAAUGEQEAAQQBBQAAAAAAAAAAAAABAgADBhIEESIxQVH/2gAMAw',
  'EAAhEDEQA/AMpLUlnMnrUFnNUqklnMtLEYApEA0nZuR5cWUkIh1V8B7VpzFci107vlf//Z',
].join('');

/** From the finest to the coarsest that a configuration is likely to name. */
const scales = Array.from({ length: 15_501 }, (_, index) => 0.5 + index / 1000);

const changedBy = (tables: readonly (readonly number[])[], id: number, index: number, by: number) =>
  tables.map((table, at) =>
    at === id ? table.map((step, place) => (place === index ? step + by : step)) : table,
  );

describe('quantisation tables', () => {
  it('are three of 64 steps from 1 to 255, coarser with the scale', () => {
    const uses = [{ hasFullColour: false }, { hasFullColour: true }];
    const some = [0.01, 0.5, 1, 3, 16, 100].flatMap((scale) =>
      uses.map((use) => [scale, use] as const),
    );
    for (const [scale, use] of some) {
      const tables = quantisationTables(scale, use);
      const coarser = quantisationTables(scale * 2, use);
      expect(tables.map(({ length }) => length)).to.deep.equal([64, 64, 64]);
      tables.forEach((table, id) =>
        table.forEach((step, index) => {
          expect(Number.isInteger(step) && step >= 1 && step <= 255).to.equal(true);
          expect(coarser[id]?.[index]).to.be.at.least(step);
        }),
      );
    }
  });

  it('have the steps of their distances', () => {
    const [luma = [], blue = [], red = []] = quantisationTables(3);
    // 4, round(3 * 1.57), and round(3 * 9.59), which is between the distances 9 and 10.
    expect([luma[0], luma[1], luma[8], luma[63]]).to.deep.equal([4, 5, 5, 29]);
    expect([blue[0], blue[1], red[0], red[1]]).to.deep.equal([3, 5, 4, 6]);
  });

  it('are coarser in the detail of colour of full resolution, not in its mean or in luma', () => {
    const [luma, blue = [], red = []] = quantisationTables(3, { hasFullColour: true });
    const [halvedLuma, halvedBlue = [], halvedRed = []] = quantisationTables(3);
    expect(luma).to.deep.equal(halvedLuma);
    expect([blue[0], red[0]]).to.deep.equal([halvedBlue[0], halvedRed[0]]);
    for (let index = 1; index < 64; index++) {
      expect(blue[index]).to.be.greaterThan(halvedBlue[index]!);
      expect(red[index]).to.be.greaterThan(halvedRed[index]!);
    }
  });

  it('keep the level of a flat block as long as its step is not very coarse', () => {
    const steps = scales.map((scale) => quantisationTables(scale)[0]?.[0] ?? 0);
    expect(new Set(steps.filter((step) => step <= 10))).to.deep.equal(new Set([1, 2, 4, 8]));
    expect(Math.max(...steps)).to.be.greaterThan(16);
  });

  it('have no luma step that is finer than that of the source', () => {
    const [source = []] = standardTables(50);
    const [luma = [], blue, red] = quantisationTables(6, { sourceLuma: source });
    const [usual = [], usualBlue, usualRed] = quantisationTables(6);
    expect(luma).to.deep.equal(usual.map((step, index) => Math.max(step, source[index]!)));
    expect(luma).not.to.deep.equal(usual);
    expect([blue, red]).to.deep.equal([usualBlue, usualRed]);
    const deep = quantisationTables(6, { sourceLuma: source.map(() => 1000) });
    expect(Math.max(...deep[0]!)).to.equal(255);
  });

  it('are a line of text each', () => {
    const lines = qtablesText(3).split('\n');
    expect(lines).to.have.length(4);
    expect(lines[3]).to.equal('');
    expect(lines.slice(0, 3).map((line) => line.split(' ').map(Number))).to.deep.equal(
      quantisationTables(3),
    );
  });
});

describe('areOurTables', () => {
  it("recognises the project's tables at every scale", () => {
    const missed = scales.filter((scale) => !areOurTables(quantisationTables(scale)));
    expect(missed).to.deep.equal([]);
  });

  it('recognises those for colour of full resolution', () => {
    const missed = scales.filter(
      (scale) => !areOurTables(quantisationTables(scale, { hasFullColour: true })),
    );
    expect(missed).to.deep.equal([]);
  });

  it('recognises those with luma steps of a source', () => {
    const sources = [10, 30, 50, 75, 90].map((quality) => standardTables(quality)[0]!);
    const missed = sources.flatMap((sourceLuma) =>
      scales
        .filter((_, index) => index % 50 === 0)
        .filter((scale) => !areOurTables(quantisationTables(scale, { sourceLuma }))),
    );
    expect(missed).to.deep.equal([]);
  });

  it('recognises those of earlier versions', () => {
    const missed = scales.filter((scale) => !areOurTables(formerTablesAt(scale)));
    expect(missed).to.deep.equal([]);
  });

  it('recognises a file of an earlier version', () => {
    const { quantisation } = jpegFactsOf(bytesOf(Buffer.from(formerFile, 'base64')));
    expect(areOurTables(quantisation)).to.equal(true);
    expect(quantisation).to.deep.equal(formerTablesAt(3));
    expect(areOurTables(changedBy(quantisation, 0, 9, 1))).to.equal(false);
  });

  it('recognises them where steps are cut off at 255', () => {
    expect(
      [20, 25, 40, 80].filter((scale) => !areOurTables(quantisationTables(scale))),
    ).to.deep.equal([]);
  });

  it('recognises the one table of a grey picture', () => {
    expect(areOurTables(quantisationTables(3).slice(0, 1))).to.equal(true);
  });

  it('rejects the standard tables, at any quality', () => {
    const qualities = Array.from({ length: 100 }, (_, index) => index + 1);
    const taken = qualities.filter(
      (quality) =>
        areOurTables(standardTables(quality)) || areOurTables(standardTables(quality).slice(0, 1)),
    );
    expect(taken).to.deep.equal([]);
  });

  it('rejects tables with one step more or less', () => {
    const tables = quantisationTables(3);
    for (const [id, index, by] of [
      [0, 0, -1],
      [0, 20, -1],
      [1, 40, 1],
      [2, 63, -1],
    ] as const) {
      expect(areOurTables(changedBy(tables, id, index, by)), `${id} ${index}`).to.equal(false);
    }
    // The luma of a source is known by the colour beside it, which a grey picture has not.
    for (const [index, by] of [
      [0, 1],
      [20, 1],
    ] as const) {
      expect(areOurTables(changedBy(tables.slice(0, 1), 0, index, by)), `${index}`).to.equal(false);
    }
  });

  const [luma = [], blue = [], red = []] = quantisationTables(3);
  const others: Readonly<Record<string, readonly (readonly number[])[]>> = {
    'no tables': [],
    'four tables': [luma, blue, red, red],
    'a fourth table of the finest steps': [luma, blue, red, luma.map(() => 1)],
    'luma steps of 16 bits beside our colour': [luma.map((step) => step * 257), blue, red],
    'tables in another order': [blue, luma, red],
    'tables of different scales': [luma, ...quantisationTables(6).slice(1)],
    'a table cut short': [luma.slice(0, 63)],
    'steps of 0': [luma.map(() => 0)],
    'steps of 1 throughout': [luma.map(() => 1)],
    'steps of 255 throughout': [luma.map(() => 255)],
    'steps of 16 bits': [luma.map((step) => step * 257)],
    'steps that are no numbers': [luma.map(() => Number.NaN)],
  };
  for (const [title, tables] of Object.entries(others)) {
    it(`rejects ${title}`, () => {
      expect(areOurTables(tables)).to.equal(false);
    });
  }
});
