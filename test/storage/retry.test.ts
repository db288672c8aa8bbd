import { expect } from 'chai';
import { connectionFailure, type Failure, objstoreFailure } from '../../src/storage/failures.ts';
import { withRetries } from '../../src/storage/retry.ts';

describe('attempts at an upload', () => {
  const passing = connectionFailure('ECONNRESET');
  const lasting = objstoreFailure({ code: 'AccessDenied', status: 403 });
  const { signal } = new AbortController();

  /** Attempts that end as told, one after the other. */
  const ending = (ends: readonly (Failure | undefined)[]) => {
    let made = 0;
    return () => Promise.resolve(ends[made++]);
  };

  for (const [title, ends, attempts, failure] of [
    ['one that works', [undefined], 1, undefined],
    ['one that works the second time', [passing, undefined], 2, undefined],
    ['one that is refused', [lasting, undefined], 1, lasting],
    ['one that is refused the second time', [passing, lasting, undefined], 2, lasting],
    ['one that never works', [passing, passing, passing, undefined], 3, passing],
  ] as const) {
    it(`are ${attempts} for ${title}`, async () => {
      expect(await withRetries(ending(ends), { most: 3, signal })).to.deep.equal({
        attempts,
        failure,
      });
    });
  }

  it('end in a pause when the time is over', async () => {
    const leaving = new AbortController();
    const attempt = () => {
      setImmediate(() => leaving.abort());
      return Promise.resolve(passing);
    };
    // The pause would be days.
    const options = { most: 100, signal: leaving.signal, firstPauseMs: 1e9 };
    const ended = await withRetries(attempt, options);
    expect(ended).to.deep.equal({ attempts: 1, failure: passing });
  });
});
