import { expect } from 'chai';
import type { Outcome } from '../../../src/bulk/outcome.ts';
import { createReportCollector } from '../../../src/bulk/report/model.ts';

const outcome = (number: number, fields: Partial<Outcome> = {}): Outcome => ({
  path: `/${number}.jpg`,
  happened: 'compressed',
  before: 1000 + number,
  after: 500,
  target: `/out/${number}.jpg`,
  made: {
    ...{ sourceType: 'image/jpeg', mediaType: 'image/jpeg', score: 60 + (number % 31) },
    ...{ worstPlace: 50, encoders: 'mozjpeg', settings: {}, milliseconds: 5 },
  },
  ...fields,
});

describe('what a report tells', () => {
  it('has the largest savings and the lowest scores, however many files there are', () => {
    const { add, model } = createReportCollector();
    for (let number = 0; number < 1000; number += 1) add(outcome(number));
    const { savings, scores, before, after, totals } = model();
    expect(savings.map(({ path }) => path)).to.deep.equal(
      Array.from({ length: 50 }, (_, index) => `/${999 - index}.jpg`),
    );
    expect(scores.map(({ made }) => made?.score)).to.deep.equal(Array(20).fill(60));
    expect({ before, after, files: totals.compressed }).to.deep.equal({
      ...{ before: 1_499_500, after: 500_000, files: 1000 },
    });
  });

  it('counts files by the tenth that they have lost, and by their types', () => {
    const { add, model } = createReportCollector();
    const rows: readonly (readonly [before: number, after: number])[] = [
      ...([
        [100, 100],
        [100, 95],
        [100, 90],
        [100, 1],
        [100, 0],
        [100, 130],
        [0, 0],
      ] as const),
    ];
    rows.forEach(([before, after], number) => add(outcome(number, { before, after })));
    const webp = { ...outcome(0).made!, mediaType: 'image/webp', score: null };
    add(outcome(9, { made: webp }));
    const { histogram, types, scores } = model();
    expect(histogram).to.deep.equal([4, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect(types).to.deep.equal([
      { type: 'jpeg to webp', files: 1, before: 1009, after: 500 },
      { type: 'jpeg', files: 7, before: 600, after: 416 },
    ]);
    expect(scores).to.have.lengthOf(rows.length);
  });

  it('takes results of earlier runs, leaves out what was left, and lists failures', () => {
    const { add, model } = createReportCollector();
    add(outcome(1, { happened: 'done' }));
    const { target: _, ...untouched } = outcome(2, { happened: 'done' });
    add(untouched);
    add(outcome(3, { happened: 'left' }));
    for (let number = 10; number < 150; number += 1) add(outcome(number, { happened: 'failed' }));
    const { savings, failures, totals } = model();
    expect(savings.map(({ path }) => path)).to.deep.equal(['/1.jpg']);
    expect(failures.map(({ path }) => path).slice(0, 2)).to.deep.equal(['/10.jpg', '/11.jpg']);
    expect([failures.length, totals.failed, totals.left, totals.done]).to.deep.equal([
      100, 140, 1, 2,
    ]);
  });
});
