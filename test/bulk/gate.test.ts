import { expect } from 'chai';
import { refusalsOf } from '../../src/bulk/gate.ts';
import type { Outcome } from '../../src/bulk/outcome.ts';

const outcome = (happened: Outcome['happened'], before: number, after: number): Outcome => ({
  ...{ path: '/a.jpg', happened, before, after },
});

const rows: readonly (readonly [
  title: string,
  outcome: Outcome,
  budgetBytes: number | undefined,
  isCheck: boolean,
  reasons: readonly string[],
])[] = [
  ['passes a result within the budget', outcome('compressed', 9000, 2000), 2000, false, []],
  [
    'refuses a result above it',
    outcome('compressed', 9000, 2001),
    2000,
    false,
    ['Its result has 2 kB, more than 2 kB.'],
  ],
  [
    'refuses a file above it that was left',
    outcome('left', 9000, 9000),
    2000,
    false,
    ['Its result has 9 kB, more than 2 kB.'],
  ],
  [
    'refuses a result above it that was made before',
    outcome('done', 9000, 3000),
    2000,
    false,
    ['Its result has 3 kB, more than 2 kB.'],
  ],
  ['passes what has failed', outcome('failed', 9000, 9000), 2000, true, []],
  [
    'refuses what would lose a tenth',
    outcome('compressed', 1000, 900),
    undefined,
    true,
    ['It would lose 10 %: 1 kB to 900 B.'],
  ],
  ['passes what would lose less', outcome('compressed', 1000, 901), undefined, true, []],
  [
    'passes what would lose a tenth where that is not asked for',
    outcome('compressed', 1000, 100),
    undefined,
    false,
    [],
  ],
  [
    'may refuse for both',
    outcome('compressed', 9000, 3000),
    2000,
    true,
    ['It would lose 66.7 %: 9 kB to 3 kB.', 'Its result has 3 kB, more than 2 kB.'],
  ],
];

describe('the gate of a build', () => {
  for (const [title, found, budgetBytes, isCheck, reasons] of rows) {
    it(title, () => {
      const refusals = refusalsOf(found, { budgetBytes, isCheck });
      expect(refusals.map(({ reason }) => reason)).to.deep.equal(reasons);
    });
  }
});
