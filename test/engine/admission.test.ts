import { expect } from 'chai';
import { createAdmission, type Admission } from '../../src/engine/admission.ts';
import { ServiceError } from '../../src/errors.ts';

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
    const admission = createAdmission({ maxJobs: 9, maxJobsPerAccount: 9 });
    const places = ['a', 'b', 'a'].map((accountId) => admission.enter(accountId));
    expect(places.map(({ accountId }) => accountId)).to.deep.equal(['a', 'b', 'a']);
    expect(places.map(({ jobNumber }) => jobNumber)).to.deep.equal([1, 2, 3]);
    expect(admission.inside()).to.equal(3);
  });

  it('refuses everybody when it is full, and takes again when one has left', () => {
    const admission = createAdmission({ maxJobs: 2, maxJobsPerAccount: 9 });
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
    const admission = createAdmission({ maxJobs: 9, maxJobsPerAccount: 2 });
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
    const admission = createAdmission({ maxJobs: 1, maxJobsPerAccount: 1 });
    const place = admission.enter('a');
    refusalOf(admission, 'a');
    refusalOf(admission, 'b');
    place.leave();
    expect(admission.inside()).to.equal(0);
    admission.enter('a');
  });

  it('lets a place be left once, however often it is', () => {
    const admission = createAdmission({ maxJobs: 9, maxJobsPerAccount: 2 });
    const place = admission.enter('a');
    admission.enter('a');
    place.leave();
    place.leave();
    expect(admission.inside()).to.equal(1);
    admission.enter('a');
    expect(refusalOf(admission, 'a')).to.include({ code: 'unavailable' });
  });
});
