import { expect } from 'chai';
import { ServiceError } from '../src/errors.ts';

const messageOf = (message: string): string => new ServiceError('bad_request', message).message;
const most = 1800;

describe('the message of a service error', () => {
  for (const [title, message] of [
    ['is empty', ''],
    ['is short', 'What was wrong.'],
    ['just fits', 'x'.repeat(most)],
    ['just fits, of characters of four bytes', '\u{1f4a3}'.repeat(most / 4)],
    ['just fits, of characters that JSON writes with six bytes', '\u0001'.repeat(most / 6)],
  ] as const) {
    it(`stays as it is where it ${title}`, () => {
      expect(messageOf(message)).to.equal(message);
    });
  }

  for (const [title, character, kept] of [
    ['characters of one byte', 'x', most - 3],
    ['characters of two bytes', 'ä', Math.floor((most - 3) / 2)],
    ['characters of four bytes', '\u{1f4a3}', Math.floor((most - 3) / 4)],
    ['quotation marks, which JSON escapes', '"', Math.floor((most - 3) / 2)],
    ['control characters', '\u0001', Math.floor((most - 3) / 6)],
    ['halves of characters', '\ud800', Math.floor((most - 3) / 6)],
  ] as const) {
    it(`is cut between characters where it is longer, of ${title}`, () => {
      for (const count of [most + 1, 100_000]) {
        const message = messageOf(character.repeat(count));
        expect(message).to.equal(`${character.repeat(kept)}...`);
      }
    });
  }
});
