import { expect } from 'chai';
import { didYouMean, likeName } from '../src/did-you-mean.ts';

describe('a wrong name', () => {
  const known = ['quality', 'queue', 'url', 'tls', 'serve'];
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['qualty', 'quality'],
    ['QUALITY', 'quality'],
    ['sevre', 'serve'],
    ['uri', 'url'],
    ['c', undefined],
    ['crop', undefined],
    ['quiet', undefined],
    ['', undefined],
    ['q'.repeat(10_000), undefined],
  ];
  for (const [wrong, like] of cases) {
    it(`${wrong.slice(0, 20)} is like ${like ?? 'none'}`, () => {
      expect(likeName(wrong, known)).to.equal(like);
    });
  }

  it('is answered with a question where one is like it', () => {
    expect(didYouMean('quee', known)).to.equal(' Did you mean "queue"?');
    expect(didYouMean('none', known)).to.equal('');
  });
});
