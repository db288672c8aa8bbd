import { expect } from 'chai';
import { argvOf, type Encoder } from '../../src/image/encoder.ts';
import { encoderOf } from './encoder-table.ts';

const files = { input: 'in.png', output: 'out.png', qtables: 'tables.txt' };

describe('argvOf', () => {
  const rows: readonly (readonly [string, Partial<Encoder>, readonly string[]])[] = [
    ['files', { command: ['t', '{input}', '{output}'] }, ['t', 'in.png', 'out.png']],
    ['several in one argument', { command: ['t', '{input}:{output}'] }, ['t', 'in.png:out.png']],
    ['the same twice', { command: ['t', '{input}{input}'] }, ['t', 'in.pngin.png']],
    ['quality', { command: ['t', '-q{quality}'], quality: 82.5 }, ['t', '-q82.5']],
    ['scale and its tables', { command: ['{scale}', '{qtables}'], scale: 3 }, ['3', 'tables.txt']],
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
});
