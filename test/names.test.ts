import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { emailAddress, nameOfAtMost, unreadable } from '../src/names.ts';

describe('a name that people read', () => {
  for (const [title, name, is] of [
    ['may have any letters', 'Zoë 足 א', true],
    ['is not empty', '', false],
    ['is not too long', 'x'.repeat(11), false],
    ['has no line', 'a\u2028b', false],
    ['has no control character', 'a\u0007b', false],
    ['has no half of a character', 'a\ud800b', false],
    ['turns no text around', 'gpj\u202eexe', false],
    ['isolates no text', 'a\u2067b', false],
    ['has no mark of a direction', 'a\u061cb', false],
  ] as const) {
    it(title, () => expect(nameOfAtMost(10).test(name)).to.equal(is));
  }

  it('is an e-mail address by the same rule', () => {
    expect(emailAddress.test('zoë@example.org')).to.equal(true);
    expect(emailAddress.test('a\u202eb@example.org')).to.equal(false);
    expect(emailAddress.test('a b@example.org')).to.equal(false);
  });

  it('is the same in the schema, which cannot import it', () => {
    const path = new URL('../schemas/requests/key.json', import.meta.url);
    const text = readFileSync(path, 'utf8').replaceAll('\\\\', '\\');
    expect(text).to.contain(unreadable);
  });
});
