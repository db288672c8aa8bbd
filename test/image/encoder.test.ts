import { expect } from 'chai';
import { argvOf, decoderArgv, type Encoder, rangeOf } from '../../src/image/encoder.ts';
import { encoderOf } from '../support/image/encoder-table.ts';

const files = { input: 'in.png', output: 'out.png', qtables: 'tables.txt' };

describe('argvOf', () => {
  const rows: readonly (readonly [string, Partial<Encoder>, readonly string[]])[] = [
    ['files', { command: ['t', '{input}', '{output}'] }, ['t', 'in.png', 'out.png']],
    ['several in one argument', { command: ['t', '{input}:{output}'] }, ['t', 'in.png:out.png']],
    ['the same twice', { command: ['t', '{input}{input}'] }, ['t', 'in.pngin.png']],
    ['quality', { command: ['t', '-q{quality}'], quality: 82.5 }, ['t', '-q82.5']],
    ['scale and its tables', { command: ['{scale}', '{qtables}'], scale: 3 }, ['3', 'tables.txt']],
    ['the first variant', { command: ['t', '{variant}'], variants: ['2x2', '1x1'] }, ['t', '2x2']],
    ['a number that is not set by nothing', { command: ['t', '-q{quality}'] }, ['t', '-q']],
    [
      'no unknown names',
      { command: ['t', '{other}', '{}', '{Input}'] },
      ['t', '{other}', '{}', '{Input}'],
    ],
    ['no words without braces', { command: ['t', 'input', '$input'] }, ['t', 'input', '$input']],
  ];
  for (const [title, changes, expected] of rows) {
    it(`fills in ${title}`, () => {
      expect(argvOf(encoderOf(changes), files)).to.deep.equal(expected);
    });
  }

  it('takes what it fills in as it is, even where that looks like a placeholder', () => {
    const encoder = encoderOf({ command: ['t', '{input}'] });
    const input = '{output} $& "quoted';
    expect(argvOf(encoder, { ...files, input })).to.deep.equal(['t', input]);
  });

  const settings: readonly (readonly [string, Partial<Encoder>, readonly string[]])[] = [
    ['its quality', { quality: 80 }, ['q90', 's', 'b']],
    ['its scale', { scale: 3 }, ['q', 's90', 'b']],
    ['its scale and not its quality', { scale: 3, quality: 80 }, ['q80', 's90', 'b']],
  ];
  for (const [title, changes, expected] of settings) {
    it(`puts a setting that was searched for in place of ${title}`, () => {
      const encoder = encoderOf({ command: ['q{quality}', 's{scale}', '{variant}'], ...changes });
      const setting = { value: 90, variant: 'b' };
      expect(argvOf(encoder, files, setting)).to.deep.equal(expected);
    });
  }
});

describe('rangeOf', () => {
  const search = { finest: 1, coarsest: 9 };
  const rows: readonly (readonly [string, Partial<Encoder>, object | undefined])[] = [
    ['a scale by ratios', { scale: 3, search }, { ...search, start: 3, steps: 'ratio' }],
    [
      'a quality by differences',
      { quality: 5, search },
      { ...search, start: 5, steps: 'difference' },
    ],
    ['nothing without a range', { quality: 5 }, undefined],
    ['nothing without a number', { search }, undefined],
  ];
  for (const [title, changes, expected] of rows) {
    it(`searches for ${title}`, () => expect(rangeOf(encoderOf(changes))).to.deep.equal(expected));
  }
});

describe('decoderArgv', () => {
  it('fills in files', () => {
    const argv = decoderArgv(['d', '-o', '{output}', '{input}'], {
      input: 'in.jpg',
      output: 'out.pnm',
    });
    expect(argv).to.deep.equal(['d', '-o', 'out.pnm', 'in.jpg']);
  });
});
