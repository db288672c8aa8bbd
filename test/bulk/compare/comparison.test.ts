import { expect } from 'chai';
import { type ComparedFile, rowsOf, worseOf } from '../../../src/bulk/compare/comparison.ts';
import { cellsOf, tableHead } from '../../../src/bulk/compare/table.ts';
import type { Outcome } from '../../../src/bulk/outcome.ts';

type Figures = readonly [after: number, score: number | null, worstPlace: number | null] | 'failed';

const outcome = (path: string, figures: Figures): Outcome => {
  if (figures === 'failed') {
    return { path, happened: 'failed', reason: 'It is broken.', before: 1000, after: 1000 };
  }
  const [after, score, worstPlace] = figures;
  const types = { sourceType: 'image/jpeg', mediaType: 'image/jpeg' };
  const how = { encoders: 'mozjpeg', settings: {}, milliseconds: 1 };
  return {
    path,
    happened: 'compressed',
    before: 1000,
    after,
    made: { ...types, score, worstPlace, ...how },
  };
};
const compared = (path: string, old: Figures, other: Figures): ComparedFile => ({
  old: outcome(path, old),
  new: outcome(path, other),
});

describe('the comparison of two configurations', () => {
  it('has a row for each class and one for all, over the files that both have compressed', () => {
    const classes = [
      {
        ...{ name: 'jpg', oldSeconds: 2, newSeconds: 3 },
        files: [
          compared('a', [400, 80, 70], [200, 70, 50]),
          compared('b', [200, 84, 80], [100, 80, 76]),
          compared('c', [300, 80, 70], 'failed'),
        ],
      },
      {
        name: 'png',
        oldSeconds: 1,
        newSeconds: 0.5,
        files: [compared('d', [50, null, null], [60, null, null])],
      },
    ];
    const rows = rowsOf(classes);
    expect(rows.map(({ name }) => name)).to.deep.equal(['jpg', 'png', 'all']);
    expect(rows[0]).to.deep.equal({
      ...{ name: 'jpg', files: 3 },
      old: { bytes: 600, score: 82, worstPlace: 75, lowestPlace: 70, cpuSeconds: 2, failed: 0 },
      new: { bytes: 300, score: 75, worstPlace: 63, lowestPlace: 50, cpuSeconds: 3, failed: 1 },
    });
    expect(rows.map(cellsOf)).to.deep.equal([
      [
        'jpg',
        '3',
        '600 B, 300 B (0.500)',
        '82.0, 75.0',
        '75.0, 63.0',
        '70.0, 50.0',
        '2.0 s, 3.0 s (1.500)',
        '0, 1',
      ],
      [
        'png',
        '1',
        '50 B, 60 B (1.200)',
        'none, none',
        'none, none',
        'none, none',
        '1.0 s, 0.5 s (0.500)',
        '0, 0',
      ],
      [
        'all',
        '4',
        '650 B, 360 B (0.554)',
        '82.0, 75.0',
        '75.0, 63.0',
        '70.0, 50.0',
        '3.0 s, 3.5 s (1.167)',
        '0, 1',
      ],
    ]);
    expect(tableHead).to.have.lengthOf(cellsOf(rows[0]!).length);
    expect(rowsOf(classes.slice(1))).to.have.lengthOf(1);
    expect(rowsOf([])).to.deep.equal([]);
  });

  const rows: readonly (readonly [
    title: string,
    old: Figures,
    other: Figures,
    reasons: readonly string[],
  ])[] = [
    ['nothing of an equal result', [100, 80, 70], [100, 80, 70], []],
    ['nothing of small differences', [100, 80, 70], [105, 79, 67], []],
    ['a lower score', [100, 80, 70], [90, 78.9, 70], ['Its score is 1.1 lower.']],
    ['a lower worst place', [100, 80, 70], [90, 80, 66.5], ['Its worst place is 3.5 lower.']],
    ['more bytes', [100, 80, 70], [106, 85, 75], ['It has 1.06 times the bytes.']],
    [
      'all of it',
      [100, 80, 70],
      [200, 60, 50],
      [
        'Its score is 20.0 lower.',
        'Its worst place is 20.0 lower.',
        'It has 2.00 times the bytes.',
      ],
    ],
    ['a failure', [100, 80, 70], 'failed', ['It fails: It is broken.']],
    ['nothing of a failure that was there before', 'failed', 'failed', []],
    ['nothing of a failure that is gone', 'failed', [100, 80, 70], []],
    ['nothing of scores that are not known', [100, null, null], [100, 80, 70], []],
    ['nothing of a score that is no longer known', [100, 80, 70], [100, null, null], []],
  ];
  for (const [title, old, other, reasons] of rows) {
    it(`finds ${title}`, () => {
      const files = [compared('a', old, other)];
      const worse = worseOf([{ name: 'jpg', files, oldSeconds: 1, newSeconds: 1 }]);
      expect(worse.flatMap((each) => each.reasons)).to.deep.equal(reasons);
    });
  }

  it('names those first that lose most', () => {
    const files = [
      compared('little', [100, 80, 70], [90, 78, 70]),
      compared('fails', [100, 80, 70], 'failed'),
      compared('much', [100, 80, 70], [90, 60, 40]),
      compared('larger', [100, 80, 70], [200, 82, 70]),
    ];
    const worse = worseOf([{ name: 'jpg', files, oldSeconds: 1, newSeconds: 1 }]);
    expect(worse.map(({ file }) => file.old.path)).to.deep.equal([
      'fails',
      'much',
      'little',
      'larger',
    ]);
  });
});
