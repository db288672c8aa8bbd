import { expect } from 'chai';
import {
  areOurTables,
  qtablesText,
  quantisationTables,
} from '../../../src/image/jpeg/quantisation-tables.ts';
import type { JpegBlocks } from '../../../src/image/facts.ts';
import { standardTables } from '../../support/image/standard-tables.ts';

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

  const isLowest = (index: number) => Math.hypot(index & 7, index >> 3) < 2.5;
  const standard = (quality: number, colour: JpegBlocks['colour']): JpegBlocks => {
    const [luma = [], chroma = []] = standardTables(quality);
    return { steps: [luma, chroma, chroma], colour };
  };

  it('have the lowest steps of the source up to a scale of twice as coarse ones', () => {
    const source = standard(75, 'halved');
    for (const [scale, kept] of [
      [1, 24],
      [6, 17],
      [30, 0],
    ] as const) {
      const usual = quantisationTables(scale);
      let count = 0;
      quantisationTables(scale, { source }).forEach((table, id) =>
        table.forEach((step, index) => {
          const [ours = 0, theirs = 0] = [usual[id]?.[index], source.steps[id]?.[index]];
          if (!isLowest(index)) return;
          const isKept = ours < 2 * theirs;
          expect(step).to.equal(isKept ? theirs : ours);
          if (isKept) count++;
        }),
      );
      expect(count, `${scale}`).to.equal(kept);
    }
  });

  it('have all luma steps of the source up to twice as coarse ones where both have full colour', () => {
    const source = standard(75, 'full');
    for (const [scale, kept] of [
      [1, 64],
      [6, 47],
      [30, 0],
    ] as const) {
      const [usual = []] = quantisationTables(scale, { hasFullColour: true });
      const [luma = []] = quantisationTables(scale, { hasFullColour: true, source });
      let count = 0;
      luma.forEach((step, index) => {
        const [ours = 0, theirs = 0] = [usual[index], source.steps[0]?.[index]];
        const isKept = ours < 2 * theirs;
        expect(step).to.equal(isKept ? theirs : ours);
        if (isKept) count++;
      });
      expect(count, `${scale}`).to.equal(kept);
    }
  });

  it('have no other luma step that is finer than that of the source, and their own of colour', () => {
    const source = standard(50, 'halved');
    const tables = quantisationTables(6, { source });
    const usual = quantisationTables(6);
    expect(tables[0]).not.to.deep.equal(usual[0]);
    tables.forEach((table, id) =>
      table.forEach((step, index) => {
        if (isLowest(index)) return;
        const [ours = 0, theirs = 0] = [usual[id]?.[index], source.steps[id]?.[index]];
        expect(step).to.equal(id === 0 ? Math.max(ours, theirs) : ours);
      }),
    );
  });

  for (const [colour, hasFullColour] of [
    ['full', false],
    ['halved', true],
    ['other', false],
    ['other', true],
  ] as const) {
    it(`have steps of their own for colour beside ${colour} resolution (${hasFullColour ? '4:4:4' : '4:2:0'})`, () => {
      const source = standard(50, colour);
      const [luma, ...chroma] = quantisationTables(6, { hasFullColour, source });
      const [usual, ...usualChroma] = quantisationTables(6, { hasFullColour });
      expect(chroma).to.deep.equal(usualChroma);
      expect(luma).not.to.deep.equal(usual);
    });
  }

  it('have steps of at most 255 beside a source of 16 bits', () => {
    const deep = Array.from({ length: 64 }, () => 1000);
    const source: JpegBlocks = { steps: [deep, deep, deep], colour: 'halved' };
    expect(Math.max(...quantisationTables(6, { source }).flat())).to.equal(255);
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

  for (const colour of ['full', 'halved', 'other'] as const) {
    it(`recognises those with steps of a source whose colour is ${colour}`, () => {
      const some = scales.filter((_, index) => index % 50 === 0);
      const missed = [10, 30, 50, 75, 90].flatMap((quality) => {
        const [luma = [], chroma = []] = standardTables(quality);
        const source = { steps: [luma, chroma, chroma], colour };
        return [...some, 20, 32, 35, 36, 50, 51].filter((scale) =>
          [true, false].some(
            (hasFullColour) => !areOurTables(quantisationTables(scale, { hasFullColour, source })),
          ),
        );
      });
      expect(missed).to.deep.equal([]);
    });
  }

  it('recognises them where steps are cut off at 255', () => {
    expect(
      [20, 25, 40, 80].filter((scale) => !areOurTables(quantisationTables(scale))),
    ).to.deep.equal([]);
  });

  it('recognises the one table of a grey picture', () => {
    const [luma = []] = quantisationTables(9, { hasFullColour: true });
    expect(areOurTables([luma])).to.equal(true);
    expect(areOurTables(quantisationTables(3).slice(0, 1))).to.equal(true);
  });

  it('rejects the standard tables, at any quality', () => {
    const qualities = Array.from({ length: 100 }, (_, index) => index + 1);
    const taken = qualities.filter(
      (quality) =>
        areOurTables(standardTables(quality)) ||
        areOurTables(standardTables(quality).slice(0, 1)) ||
        // With a table of its own for each component. The coarsest have 255 throughout in colour, as ours can.
        (quality > 5 &&
          areOurTables([...standardTables(quality), ...standardTables(quality).slice(1)])),
    );
    expect(taken).to.deep.equal([]);
  });

  it('rejects tables of one step throughout', () => {
    // Steps of 255 in colour are ours at the coarsest scales.
    const steps = Array.from({ length: 254 }, (_, index) => index + 1);
    const flat = (step: number) => Array.from({ length: 64 }, () => step);
    const taken = steps.filter(
      (step) => areOurTables([flat(step)]) || areOurTables([flat(step), flat(step), flat(step)]),
    );
    expect(taken).to.deep.equal([]);
  });

  it('rejects tables with far finer luma or one more or less in the detail of colour', () => {
    const tables = quantisationTables(3);
    for (const [id, index, by] of [
      [0, 0, -3],
      [0, 20, -12],
      [1, 40, 1],
      [1, 20, -1],
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
    'tables of different scales': [luma, ...quantisationTables(8).slice(1)],
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
