import { expect } from 'chai';
import { type Problem, sentenceOf, sentencesOf } from '../src/schema.ts';
import { createValidator } from './support/validator.ts';

/** What is said of `value` under a schema of one object with these properties. */
const saidOf = (value: unknown, properties: object = {}, more: object = {}): readonly string[] => {
  const schema = { type: 'object', additionalProperties: false, properties, ...more };
  const checked = createValidator(schema)(value);
  return checked.ok ? [] : checked.problems.map(sentenceOf);
};

const chain = {
  anyOf: [{ type: 'array', minItems: 1, items: { type: 'string' } }, { type: 'null' }],
};
const named = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      {
        type: 'object',
        additionalProperties: false,
        required: ['command'],
        properties: { command: { type: 'string' }, quality: { type: 'number' } },
      },
      { type: 'null' },
    ],
  },
};

describe('a validator', () => {
  it('gives a valid value back', () => {
    const value = { a: 1 };
    const checked = createValidator({ type: 'object' })(value);
    expect(checked).to.deep.equal({ ok: true, value });
  });

  it('gives path, expectation and value of every problem', () => {
    const checked = createValidator({
      type: 'object',
      properties: {
        port: {},
        limits: { type: 'object', properties: { pixels: { type: 'integer' } } },
      },
      required: ['port'],
    })({ limits: { pixels: 'many' } });
    expect(checked).to.deep.equal({
      ok: false,
      problems: [
        { path: 'port', expected: 'a value', came: 'nothing' },
        { path: 'limits.pixels', expected: 'an integer', came: '"many"' },
      ],
    });
  });

  const cases: readonly (readonly [
    title: string,
    value: unknown,
    properties: object,
    said: readonly string[],
  ])[] = [
    ['no object at all', 'text', {}, ['body: expected an object, got "text"']],
    ['nothing', undefined, {}, ['body: expected an object, got nothing']],
    [
      'a list',
      { a: [1, 2] },
      { a: { type: 'string' } },
      ['a: expected a string, got an array of 2'],
    ],
    [
      'an object',
      { a: { b: 1 } },
      { a: { type: 'boolean' } },
      ['a: expected a boolean, got an object'],
    ],
    [
      'several types',
      { a: 'x' },
      { a: { type: ['integer', 'null'] } },
      ['a: expected an integer or null, got "x"'],
    ],
    ['a choice', { a: 'x' }, { a: { enum: ['b', 2] } }, ['a: expected one of "b", 2, got "x"']],
    [
      'a number too small',
      { a: 0 },
      { a: { type: 'number', minimum: 1 } },
      ['a: expected a number of at least 1, got 0'],
    ],
    [
      'a number at the edge',
      { a: 0 },
      { a: { type: 'number', exclusiveMinimum: 0 } },
      ['a: expected a number greater than 0, got 0'],
    ],
    [
      'a number too large',
      { a: 9 },
      { a: { type: 'number', maximum: 8 } },
      ['a: expected a number of at most 8, got 9'],
    ],
    [
      'empty text',
      { a: '' },
      { a: { type: 'string', minLength: 1 } },
      ['a: expected text that is not empty, got ""'],
    ],
    [
      'an empty list',
      { a: [] },
      { a: { type: 'array', minItems: 1 } },
      ['a: expected a list that is not empty, got an array of 0'],
    ],
    [
      'another form',
      { a: 'x' },
      { a: { type: 'string', pattern: '^[0-9]$' } },
      ['a: expected text of the form ^[0-9]$, got "x"'],
    ],
    [
      'an item of a list',
      { a: ['x', 1] },
      { a: { type: 'array', items: { type: 'string' } } },
      ['a[1]: expected a string, got 1'],
    ],
    [
      'a name with a slash',
      { 'image/a~b': 1 },
      { 'image/a~b': { type: 'string' } },
      ['image/a~b: expected a string, got 1'],
    ],
    [
      'an unknown name',
      { c: 1 },
      { a: {}, b: {} },
      ['c: expected one of a, b, got an unknown name'],
    ],
    [
      'an unknown name below',
      { a: { c: 1 } },
      { a: { type: 'object', additionalProperties: false } },
      ['a.c: expected no fields, got an unknown name'],
    ],
    ['a choice of null, of another type', { a: 5 }, { a: chain }, ['a: expected an array, got 5']],
    [
      'a choice of null, wrong inside',
      { a: [5] },
      { a: chain },
      ['a[0]: expected a string, got 5'],
    ],
    [
      'an entry that may be null',
      { a: { x: { quality: 'q' } } },
      { a: named },
      ['a.x.command: expected a value, got nothing', 'a.x.quality: expected a number, got "q"'],
    ],
    [
      'two entries, one name the start of the other',
      { a: { x: 1, xy: { command: 2 } } },
      { a: named },
      ['a.x: expected an object, got 1', 'a.xy.command: expected a string, got 2'],
    ],
  ];
  for (const [title, value, properties, said] of cases) {
    it(`says what is wrong with ${title}`, () => {
      expect(saidOf(value, properties)).to.deep.equal(said);
    });
  }

  it('accepts null where it is one of the choices', () => {
    expect(saidOf({ a: null }, { a: chain })).to.deep.equal([]);
  });

  it('says what a name must not be', () => {
    const names = { propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: true };
    expect(saidOf({ 'A B': 1 }, {}, names)).to.contain('A B: expected another name, got this');
  });

  it('says the same thing once', () => {
    const text = { anyOf: [{ type: 'string' }, { type: 'string' }] };
    expect(saidOf({ a: 1 }, { a: text })).to.deep.equal(['a: expected a string, got 1']);
  });

  it('cuts long values and long names', () => {
    const long = 'x'.repeat(100_000);
    const [value = '', name = ''] = [
      ...saidOf({ a: long }, { a: { type: 'number' } }),
      ...saidOf({ [long]: 1 }, { a: {} }),
    ];
    expect(value).to.match(/^a: expected a number, got "x{59}\.\.\.$/);
    expect(name).to.match(/^x{60}\.\.\.: expected one of a, got an unknown name$/);
  });

  for (const name of [
    'key',
    'api_key',
    'apiKey',
    'objstore_secret_access_key',
    'aws_access_key_id',
    'cstore_access_token',
    'Password',
  ]) {
    it(`does not repeat the value of ${name}`, () => {
      expect(saidOf({ [name]: 'hunter2' }, { [name]: { type: 'number' } })).to.deep.equal([
        `${name}: expected a number, got **redacted**`,
      ]);
    });
  }

  it('does not repeat values in a list of secrets', () => {
    const properties = { tokens: { type: 'array', items: { type: 'string', maxLength: 1 } } };
    expect(saidOf({ tokens: ['hunter2'] }, properties).join()).not.to.contain('hunter2');
  });
});

describe('the sentences about problems', () => {
  const problem = (path: string, came = 'this'): Problem => ({ path, expected: 'that', came });

  it('are all of them where they are few', () => {
    expect(sentencesOf([])).to.equal('');
    expect(sentencesOf([problem('')])).to.equal('body: expected that, got this');
    expect(sentencesOf([problem('a'), problem('b')])).to.equal(
      'a: expected that, got this; b: expected that, got this',
    );
  });

  it('are the first of many, and how many more there are', () => {
    const problems = Array.from({ length: 16_000 }, (_, index) => problem(`list[${index}]`));
    const sentences = sentencesOf(problems).split('; ');
    const told = sentences.length - 1;
    expect(told).to.be.within(20, 50);
    expect(sentences.slice(0, told)).to.deep.equal(problems.slice(0, told).map(sentenceOf));
    expect(sentences.at(-1)).to.equal(`and ${16_000 - told} more`);
  });

  it('are one at least, and no longer where bytes are many', () => {
    const long = problem('a', '\u0001'.repeat(1000));
    expect(sentencesOf([long, long])).to.equal(`${sentenceOf(long)}; and 1 more`);
  });

  it('quote the beginning of a long path, in whole characters', () => {
    const told = (path: string): string => sentenceOf(problem(path)).split(':')[0]!;
    expect(told('x'.repeat(120))).to.equal('x'.repeat(120));
    expect(told('x'.repeat(121))).to.equal(`${'x'.repeat(120)}...`);
    expect(told(`x${'\u{1f4a3}'.repeat(100)}`)).to.equal(`x${'\u{1f4a3}'.repeat(59)}...`);
  });
});
