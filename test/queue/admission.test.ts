import { expect } from 'chai';
import { type Admission, createAdmission } from '../../src/queue/admission.ts';
import type { LoadState } from '../../src/queue/load-meter.ts';
import { ServiceError } from '../../src/errors.ts';
import { calmAdmission } from '../support/queue/calm-admission.ts';

/** The error that `enter` throws. */
const refusalOf = (admission: Admission, accountId: string): unknown => {
  try {
    admission.enter(accountId);
  } catch (error) {
    return error;
  }
  throw new Error('was let in');
};

describe('admission', () => {
  it('numbers its places from job to job', () => {
    const admission = calmAdmission({ maxJobs: 9, maxJobsPerAccount: 9 });
    const places = ['a', 'b', 'a'].map((accountId) => admission.enter(accountId));
    expect(places.map(({ accountId }) => accountId)).to.deep.equal(['a', 'b', 'a']);
    expect(places.map(({ jobNumber }) => jobNumber)).to.deep.equal([1, 2, 3]);
    expect(admission.inside()).to.equal(3);
  });

  it('refuses everybody when it is full, and takes again when one has left', () => {
    const admission = calmAdmission({ maxJobs: 2, maxJobsPerAccount: 9 });
    const place = admission.enter('a');
    admission.enter('b');
    const refusal = refusalOf(admission, 'c');
    expect(refusal).to.be.instanceOf(ServiceError);
    expect(refusal).to.include({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(refusal).to.have.property('message', 'The queue is full. Try again later.');
    place.leave();
    expect(admission.enter('c').jobNumber).to.equal(3);
  });

  it('refuses an account that has its share, and no other', () => {
    const admission = calmAdmission({ maxJobs: 9, maxJobsPerAccount: 2 });
    const place = admission.enter('a');
    admission.enter('a');
    expect(refusalOf(admission, 'a')).to.include({
      code: 'unavailable',
      message: 'The queue holds 2 jobs of this account already. Try again later.',
    });
    admission.enter('b');
    place.leave();
    admission.enter('a');
    expect(admission.inside()).to.equal(3);
  });

  it('takes a refusal for no job', () => {
    const admission = calmAdmission({ maxJobs: 1, maxJobsPerAccount: 1 });
    const place = admission.enter('a');
    refusalOf(admission, 'a');
    refusalOf(admission, 'b');
    place.leave();
    expect(admission.inside()).to.equal(0);
    admission.enter('a');
  });

  it('lets a place be left once, however often it is', () => {
    const admission = calmAdmission({ maxJobs: 9, maxJobsPerAccount: 2 });
    const place = admission.enter('a');
    admission.enter('a');
    place.leave();
    place.leave();
    expect(admission.inside()).to.equal(1);
    admission.enter('a');
    expect(refusalOf(admission, 'a')).to.include({ code: 'unavailable' });
  });

  describe('in an overload', () => {
    let [state, mayWait, wasRefused]: [LoadState, boolean, boolean] = ['overloaded', false, false];
    let told: string[];
    beforeEach(() => {
      [state, mayWait, wasRefused] = ['overloaded', false, false];
      told = [];
    });
    const overloaded = (maxJobs = 9): Admission =>
      createAdmission({
        maxJobs,
        maxJobsPerAccount: 9,
        permits: { announce: () => ({ forget: () => wasRefused }), shed: () => mayWait },
        loads: {
          arrived: (accountId) => told.push(`${accountId} arrived`),
          completed: (accountId) => told.push(`${accountId} completed`),
          stateOf: () => state,
        },
      });

    it('refuses an account whose jobs may not wait, and admits one whose may', () => {
      const admission = overloaded();
      expect(refusalOf(admission, 'a')).to.include({
        code: 'unavailable',
        retryAfterSeconds: 2,
        message: 'The service is overloaded. Try again later.',
      });
      expect(admission.inside()).to.equal(0);
      mayWait = true;
      admission.enter('a');
      expect(admission.inside()).to.equal(1);
    });

    it('asks for nothing before', () => {
      state = 'growing';
      expect(overloaded().enter('a').jobNumber).to.equal(1);
    });

    it('sheds before it looks at a queue that is full', () => {
      const admission = overloaded(1);
      mayWait = true;
      admission.enter('a');
      mayWait = false;
      expect(refusalOf(admission, 'a')).to.have.property('message').that.contains('overloaded');
    });

    it('reports every arrival, and every completion but that of a refused job', () => {
      const admission = overloaded(2);
      mayWait = true;
      const places = [admission.enter('a'), admission.enter('b')];
      refusalOf(admission, 'c');
      expect(told.splice(0)).to.deep.equal(['a arrived', 'b arrived', 'c arrived']);
      places[0]?.leave();
      places[0]?.leave();
      wasRefused = true;
      places[1]?.leave();
      expect(told).to.deep.equal(['a completed']);
    });
  });
});
