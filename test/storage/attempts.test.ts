import { expect } from 'chai';
import { attempts, type AttemptsReport } from '../../src/storage/attempts.ts';
import { connectionFailure, type Failure, objstoreFailure } from '../../src/storage/failures.ts';
import { StorageFailure } from '../../src/storage/object-client.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('attempts at a request to storage', () => {
  const passing = connectionFailure('ECONNRESET');
  const lasting = objstoreFailure({ code: 'AccessDenied', status: 403 });
  let reports: AttemptsReport<string>[];
  beforeEach(() => (reports = []));
  const options = {
    most: 3,
    deadlineSeconds: 10,
    firstPauseMs: 1,
    onEnd: (report: AttemptsReport<string>) => void reports.push(report),
  };

  /** Attempts that end as told, one after the other. */
  const ending = (ends: readonly (Failure | undefined)[]) => {
    let made = 0;
    return async (): Promise<string> => {
      const failure = ends[made++];
      if (failure !== undefined) throw new StorageFailure(failure);
      return 'done';
    };
  };

  for (const [title, ends, made, failure] of [
    ['one that works', [undefined], 1, undefined],
    ['one that works the second time', [passing, undefined], 2, undefined],
    ['one that is refused', [lasting, undefined], 1, lasting],
    ['one that is refused the second time', [passing, lasting, undefined], 2, lasting],
    ['one that never works', [passing, passing, passing, undefined], 3, passing],
  ] as const) {
    it(`are ${made} for ${title}`, async () => {
      const asked = attempts(ending(ends), options);
      if (failure === undefined) expect(await asked).to.equal('done');
      else expect(await rejectionOf(asked)).to.have.property('failure', failure);
      const result = failure === undefined ? 'done' : undefined;
      expect(reports).to.have.length(1);
      expect(reports[0]).to.deep.include({ attempts: made, failure, result });
    });
  }

  it('end in a pause when the time is over, or nobody waits any more', async () => {
    const leaving = new AbortController();
    const attempt = async (): Promise<string> => {
      setImmediate(() => leaving.abort(new Error('left')));
      throw new StorageFailure(passing);
    };
    // The pause would be days.
    const patient = { ...options, most: 100, firstPauseMs: 1e9 };
    const left = await rejectionOf(attempts(attempt, { ...patient, signal: leaving.signal }));
    expect(String(left)).to.equal('Error: left');
    const late = await rejectionOf(attempts(attempt, { ...patient, deadlineSeconds: 0.1 }));
    expect(late).to.have.nested.property('failure.code', 'Timeout');
    expect(reports.map(({ attempts: made }) => made)).to.deep.equal([1, 1]);
    expect(reports.map(({ failure }) => failure?.code)).to.deep.equal(['ECONNRESET', 'Timeout']);
  });

  it('are not repeated for an error that is none of the storage', async () => {
    const error = new Error('no such file');
    const asked = attempts(() => Promise.reject(error), options);
    expect(await rejectionOf(asked)).to.equal(error);
    expect(reports).to.deep.equal([]);
  });
});
