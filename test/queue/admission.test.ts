import { expect } from 'chai';
import { type JobQueue, createJobQueue } from '../../src/queue/admission.ts';
import type { LoadState } from '../../src/queue/load-meter.ts';
import { ServiceError } from '../../src/errors.ts';
import { calmQueue } from '../support/queue/calm-admission.ts';

/** The error that `enter` throws. */
const refusalOf = (admission: JobQueue, accountId: string): unknown => {
  try {
    admission.admit(accountId);
  } catch (error) {
    return error;
  }
  throw new Error('was let in');
};

describe('admission', () => {
  it('numbers its places from job to job', () => {
    const admission = calmQueue({ maxJobs: 9 });
    const places = ['a', 'b', 'a'].map((accountId) => admission.admit(accountId));
    expect(places.map(({ accountId }) => accountId)).to.deep.equal(['a', 'b', 'a']);
    expect(places.map(({ jobNumber }) => jobNumber)).to.deep.equal([1, 2, 3]);
    expect(admission.size()).to.equal(3);
  });

  it('refuses all jobs when it is full, and admits one when one has left', () => {
    const admission = calmQueue({ maxJobs: 2 });
    const place = admission.admit('a');
    admission.admit('b');
    const refusal = refusalOf(admission, 'c');
    expect(refusal).to.be.instanceOf(ServiceError);
    expect(refusal).to.include({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(refusal).to.have.property('message', 'The queue is full. Try again later.');
    place.release();
    expect(admission.admit('c').jobNumber).to.equal(3);
  });

  it('refuses an account that has its share, and no other', () => {
    const admission = calmQueue({ maxJobs: 4 });
    const places = [1, 2, 3].map(() => admission.admit('a'));
    expect(refusalOf(admission, 'a')).to.include({
      code: 'unavailable',
      message: 'The queue holds 3 jobs of this account already. Try again later.',
    });
    admission.admit('b').release();
    places[0]?.release();
    admission.admit('a');
    expect(admission.size()).to.equal(3);
  });

  it('takes a refusal for no job', () => {
    const admission = calmQueue({ maxJobs: 1 });
    const place = admission.admit('a');
    refusalOf(admission, 'a');
    refusalOf(admission, 'b');
    place.release();
    expect(admission.size()).to.equal(0);
    admission.admit('a');
  });

  it('lets a place be left once, however often it is', () => {
    const admission = calmQueue({ maxJobs: 3 });
    const place = admission.admit('a');
    admission.admit('a');
    place.release();
    place.release();
    expect(admission.size()).to.equal(1);
    admission.admit('a');
    expect(refusalOf(admission, 'a')).to.include({ code: 'unavailable' });
  });

  describe('in an overload', () => {
    let [state, mayWait, wasRefused]: [LoadState, boolean, boolean] = ['overloaded', false, false];
    let told: string[];
    beforeEach(() => {
      [state, mayWait, wasRefused] = ['overloaded', false, false];
      told = [];
    });
    const overloaded = (maxJobs = 9): JobQueue =>
      createJobQueue({
        maxJobs,
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
      expect(admission.size()).to.equal(0);
      mayWait = true;
      admission.admit('a');
      expect(admission.size()).to.equal(1);
    });

    it('asks for nothing before', () => {
      state = 'growing';
      expect(overloaded().admit('a').jobNumber).to.equal(1);
    });

    it('sheds before it looks at a queue that is full', () => {
      const admission = overloaded(1);
      mayWait = true;
      admission.admit('a');
      mayWait = false;
      expect(refusalOf(admission, 'a')).to.have.property('message').that.contains('overloaded');
    });

    it('reports every arrival, and every completion but that of a refused job', () => {
      const admission = overloaded(2);
      mayWait = true;
      const places = [admission.admit('a'), admission.admit('b')];
      refusalOf(admission, 'c');
      expect(told.splice(0)).to.deep.equal(['a arrived', 'b arrived', 'c arrived']);
      places[0]?.release();
      places[0]?.release();
      wasRefused = true;
      places[1]?.release();
      expect(told).to.deep.equal(['a completed']);
    });
  });
});
