import { expect } from 'chai';
import { matchesGlob } from 'node:path';
import { globMatcher } from '../../src/bulk/glob.ts';

const patterns = [
  ...['a', 'ab', 'a.b', '*', '*.a', 'a*', '*a*', '*a*b', 'a*b*', '*a*a*', '**a', '?', 'a?', '?a*'],
  ...['**/*', '**/a', '**/*.b', '**/a*b', 'a/**', 'a/*/b', 'a/**/b', '**/a/**', '**/a/**/b'],
  ...['**/a/*/**/b', '**/**/a', 'a/**/**', '**/*a*/*b', '.a', '.*', '*.', 'a/.*', '**/.a', '**.a'],
  ...[
    '[ab]',
    '[b-a]',
    '[a^b]',
    '[!a]b',
    '*[a-b]*[!b]',
    '**/[!a]*',
    '{a,b}',
    '*.{a,b}',
    '{a,b}/{a,b*}',
    '{a,{b,ab}}',
  ],
  ...[
    '+(a|b)',
    '@(a|b)*',
    '{1..2}',
    'a\\b',
    './a',
    '/a',
    'a//b',
    '(a',
    '{a',
    '[a',
    'a+b^$',
    '{a,b}'.repeat(12),
  ],
];

/** All texts of these signs with at most five of them, without a slash at the end and folders that are dots. */
const texts = (): readonly string[] => {
  let last = [''];
  const all: string[] = [];
  for (let length = 1; length <= 5; length += 1) {
    last = last.flatMap((text) => ['a', 'b', '.', '/'].map((sign) => text + sign));
    all.push(...last.filter((text) => !/\/$|(?:^|\/)\.\.?(?:\/|$)/.test(text)));
  }
  return all;
};

describe('a pattern of names', () => {
  it('matches what Node says', () => {
    const all = texts();
    for (const pattern of patterns) {
      const matches = globMatcher(pattern);
      const wrong = all.filter((text) => matches(text) !== matchesGlob(text, pattern));
      expect(wrong, pattern).to.deep.equal([]);
    }
  });

  it('is left to Node where it has many alternatives', () => {
    const matches = globMatcher('{a,b}'.repeat(12));
    expect(['a'.repeat(12), 'a'.repeat(11)].map(matches)).to.deep.equal([true, false]);
  });

  for (const [pattern, text] of [
    ['**/*a*a*a*a*a*a*b', 'a'.repeat(1000)],
    ['**/*-[0-9]*x[0-9]*.{jpg,png}', `${'-1x1'.repeat(250)}`],
    ['**/a/**/a/**/a/**/a/**/b', 'a/'.repeat(500) + 'a'],
    ['**/*a*/*a*/*a*/*a*/b', 'aaa/'.repeat(250) + 'a'],
  ] as const) {
    it(`takes no time that grows with a power: ${pattern}`, () => {
      const before = process.cpuUsage();
      expect(globMatcher(pattern)(text)).to.equal(false);
      // Such a pattern took more than 50 s. Here it takes milliseconds.
      expect(process.cpuUsage(before).user).to.be.below(5e6);
    });
  }
});
