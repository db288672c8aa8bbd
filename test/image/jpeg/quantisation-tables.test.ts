import { expect } from 'chai';
import {
  areOurTables,
  qtablesText,
  quantisationTables,
} from '../../../src/image/jpeg/quantisation-tables.ts';
import { standardTables } from '../../support/image/standard-tables.ts';

/** From the finest to the coarsest that a configuration is likely to name. */
const scales = Array.from({ length: 15_501 }, (_, index) => 0.5 + index / 1000);

const changedBy = (tables: readonly (readonly number[])[], id: number, index: number, by: number) =>
  tables.map((table, at) =>
    at === id ? table.map((step, place) => (place === index ? step + by : step)) : table,
  );

describe('quantisation tables', () => {
  it('are three of 64 steps from 1 to 255, coarser with the scale', () => {
    for (const scale of [0.01, 0.5, 1, 3, 16, 100]) {
      const [tables, coarser] = [quantisationTables(scale), quantisationTables(scale * 2)];
      expect(tables.map(({ length }) => length)).to.deep.equal([64, 64, 64]);
      tables.forEach((table, id) =>
        table.forEach((step, index) => {
          expect(Number.isInteger(step) && step >= 1 && step <= 255).to.equal(true);
          expect(coarser[id]?.[index]).to.be.at.least(step);
        }),
      );
    }
  });

  it('have the steps of the formula', () => {
    const [luma = [], blue = [], red = []] = quantisationTables(3);
    // round(3 * 1.261), round(3 * (1 + 0.739)), round(3 * (1 + 0.739 * hypot(7, 7) ^ 1.156))
    expect([luma[0], luma[1], luma[8], luma[63]]).to.deep.equal([4, 5, 5, 34]);
    expect([blue[0], blue[1], red[0], red[1]]).to.deep.equal([4, 5, 4, 6]);
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
      [0, 0, 1],
      [0, 20, -1],
      [1, 40, 1],
      [2, 63, -1],
    ] as const) {
      expect(areOurTables(changedBy(tables, id, index, by)), `${id} ${index}`).to.equal(false);
    }
  });

  const [luma = [], blue = [], red = []] = quantisationTables(3);
  const others: Readonly<Record<string, readonly (readonly number[])[]>> = {
    'no tables': [],
    'four tables': [luma, blue, red, red],
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
