import { expect } from 'chai';
import { type Hints, hintsOf, unhinted, withHints } from '../../src/delivery/hints.ts';
import { noOptions, type Options } from '../../src/delivery/options.ts';

describe('hintsOf', () => {
  const rows: readonly (readonly [Readonly<Record<string, string>>, Partial<Hints>])[] = [
    [{}, {}],
    [
      { 'Sec-CH-Width': '100', 'Sec-CH-DPR': '1.5' },
      { width: 100, dpr: 1.5 },
    ],
    [
      { Width: '100', DPR: '2' },
      { width: 100, dpr: 2 },
    ],
    [
      { 'Sec-CH-Width': '100', Width: '200', 'Sec-CH-DPR': '1', DPR: '2' },
      { width: 100, dpr: 1 },
    ],
    [{ 'Sec-CH-DPR': '8.1', DPR: '8' }, { dpr: 8 }],
    [{ 'Sec-CH-Width': 'wide', Width: '-5', DPR: '0' }, {}],
    [{ Width: '9'.repeat(400), DPR: 'Infinity' }, {}],
  ];
  for (const [headers, hints] of rows) {
    it(`reads ${JSON.stringify(headers).slice(0, 80)}`, () => {
      const read = hintsOf((name) => headers[name] ?? '');
      expect(read).to.deep.equal({ width: undefined, dpr: undefined, ...hints });
    });
  }
});

describe('withHints', () => {
  const all = ['Sec-CH-Width', 'Width', 'Sec-CH-DPR', 'DPR'];
  /** Those before the empty row are imgproxy's, on a ladder that has its widths. */
  const rows: readonly (readonly [
    title: string,
    options: Partial<Options>,
    hints: Partial<Hints>,
    expected: Partial<Options>,
    varies: readonly string[],
  ])[] = [
    ['no hints', {}, {}, {}, all],
    ['a width', {}, { width: 100 }, { width: 100 }, all],
    ['a DPR', {}, { dpr: 2 }, { dpr: 2 }, all],
    ['both', {}, { width: 100, dpr: 2 }, { width: 50, dpr: 2 }, all],
    [
      'both, where the address has them',
      { width: 150, dpr: 3 },
      { width: 100, dpr: 2 },
      { width: 150, dpr: 3 },
      [],
    ],
    ['', {}, {}, {}, []],
    ['a width between two steps', {}, { width: 101 }, { width: 640 }, all],
    ['a width above all steps', {}, { width: 5000 }, { width: 1080 }, all],
    ['a DPR between two steps', {}, { width: 640, dpr: 2.6 }, { width: 213, dpr: 3 }, all],
    ['a DPR above all steps', {}, { dpr: 8 }, { dpr: 3 }, all],
    [
      'both, where the address has the width',
      { width: 150 },
      { width: 100, dpr: 2 },
      { width: 150, dpr: 2 },
      ['Sec-CH-DPR', 'DPR'],
    ],
    [
      'both, where the address has the usual ones',
      { width: 0, dpr: 1 },
      { width: 100, dpr: 2 },
      {},
      [],
    ],
    ['both, where the address has a DPR', { dpr: 1 }, { width: 100, dpr: 2 }, { width: 50 }, all],
  ];
  for (const [title, options, hints, expected, varies] of rows.filter(([text]) => text !== '')) {
    it(`takes ${title}`, () => {
      const given = { width: undefined, dpr: undefined, ...hints };
      const made = withHints({ ...unhinted, ...options }, given, [1080, 640, 100]);
      expect(made).to.deep.equal({ options: { ...noOptions, ...expected }, varies });
    });
  }
});
