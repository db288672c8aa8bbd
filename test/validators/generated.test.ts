import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'chai';
import { validators } from '../../schemas/generate/validators.ts';

describe('generated validators', () => {
  for (const { path, text } of validators()) {
    it(`are current in ${basename(path)} ("npm run schemas" writes them)`, () => {
      // Not compared by the assertion: it would print both.
      expect(readFileSync(path, 'utf8') === text).to.equal(true);
    });
  }
});
