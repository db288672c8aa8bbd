import { expect } from 'chai';
import { decoderArgv } from '../../src/image/decoder.ts';
import {
  argvOf,
  commandOf,
  type Encoder,
  exitCodes,
  rangeOf,
  type Run,
} from '../../src/image/encoder.ts';
import { encoderOf } from '../support/image/encoder-table.ts';

const files = { input: 'in.png', output: 'out.png', qtables: 'tables.txt' };

describe('argvOf', () => {
  const quality = { start: 82.5 };
  const rows: readonly (readonly [string, Partial<Encoder>, readonly string[]])[] = [
    ['files', { command: ['t', '{input}', '{output}'] }, ['t', 'in.png', 'out.png']],
    ['several in one argument', { command: ['t', '{input}:{output}'] }, ['t', 'in.png:out.png']],
    ['the same twice', { command: ['t', '{input}{input}'] }, ['t', 'in.pngin.png']],
    ['quality', { command: ['t', '-q{quality}'], quality }, ['t', '-q82.5']],
    ['tables', { command: ['t', '{qtables}'], quality }, ['t', 'tables.txt']],
    ['all colours of a palette', { command: ['t', '{colours}'] }, ['t', '256']],
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

  it('fills in fewer colours where some are kept for others', () => {
    const encoder = encoderOf({ command: ['t', '{colours}'] });
    expect(argvOf(encoder, { ...files, colours: 200 })).to.deep.equal(['t', '200']);
  });

  it('takes what it fills in as it is, even where that looks like a placeholder', () => {
    const encoder = encoderOf({ command: ['t', '{input}'] });
    const input = '{output} $& "quoted';
    expect(argvOf(encoder, { ...files, input })).to.deep.equal(['t', input]);
  });

  it('puts a setting that was searched for in place of that of the configuration', () => {
    const encoder = encoderOf({ command: ['q{quality}', '{variant}'], quality, variants: ['a'] });
    const setting = { value: 90, variant: 'b' };
    expect(argvOf(encoder, files, setting)).to.deep.equal(['q90', 'b']);
  });
});

describe('commandOf', () => {
  const encoder = encoderOf({
    command: ['t', '{effort}', '{from}', '{input}'],
    effort: { balanced: ['-m', '6'], fast: ['-m', '1'], hurried: [], alpha: ['-a'], best: ['-b'] },
    from: { 'image/png': ['-p'], 'image/webp': ['-w', '{width}'] },
  });
  const rows: readonly (readonly [string, Run | undefined, string])[] = [
    ['the usual arguments for pixels', undefined, 't -m 6 -p {input}'],
    ['those for what is read', { from: 'image/webp' }, 't -m 6 -w {width} {input}'],
    ['none for what has none', { from: 'image/avif' }, 't -m 6 {input}'],
    ['those of an effort', { effort: 'best' }, 't -b -p {input}'],
    ['those of an effort alone where time matters', { effort: 'fast' }, 't -m 1 {input}'],
    ['none of an empty one', { effort: 'hurried', from: 'image/webp' }, 't {input}'],
    ['those for alpha alone', { effort: 'alpha' }, 't -a {input}'],
    ['none of an effort that is not named', { effort: 'draft' }, 't -p {input}'],
  ];
  for (const [title, run, expected] of rows) {
    it(`takes ${title}`, () => expect(commandOf(encoder, run).join(' ')).to.equal(expected));
  }
});

describe('rangeOf', () => {
  const range = { start: 3, finest: 1, coarsest: 9 };
  const rows: readonly (readonly [string, Encoder['quality'] & object, object | undefined])[] = [
    ['a scale by ratios', { ...range, steps: 'ratio' }, { ...range, steps: 'ratio' }],
    ['a quality by differences', range, { ...range, steps: 'difference' }],
    ['nothing without a range', { start: 5 }, undefined],
  ];
  for (const [title, quality, expected] of rows) {
    it(`searches for ${title}`, () =>
      expect(rangeOf(encoderOf({ quality }))).to.deep.equal(expected));
  }

  it('searches for nothing without a quality', () => {
    expect(rangeOf(encoderOf())).to.equal(undefined);
  });
});

describe('an encoder', () => {
  it('has exit codes that mean one thing or another', () => {
    const encoder = encoderOf({ exit: { 98: 'declined', 2: 'warned', 99: 'declined' } });
    expect(exitCodes(encoder, 'declined')).to.deep.equal([98, 99]);
    expect(exitCodes(encoder, 'warned')).to.deep.equal([2]);
  });
});

describe('decoderArgv', () => {
  it('fills in files and depth', () => {
    const command = ['d', '-d{depth}', '-o', '{output}', '{input}'];
    const named = { input: 'in.jpg', output: 'out.pnm' };
    expect(decoderArgv({ command }, named)).to.deep.equal(['d', '-d8', '-o', 'out.pnm', 'in.jpg']);
    expect(decoderArgv({ command }, named, 16)[1]).to.equal('-d16');
  });
});
