import { expect } from 'chai';
import { stat } from 'node:fs/promises';
import { inTime, Late } from '../../src/state/in-time.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('inTime', () => {
  it('rejects what takes longer, and no other', async () => {
    expect(await rejectionOf(inTime(new Promise(() => undefined), 20))).to.be.instanceOf(Late);
    expect(await inTime(Promise.resolve('here'), 20)).to.equal('here');
    const own = new Error('refused');
    expect(await rejectionOf(inTime(Promise.reject(own), 20))).to.equal(own);
  });

  it('does not call late what was sent and has arrived while the process was busy', async () => {
    const sent = new Promise((resolve) => setImmediate(() => resolve(stat('.'))));
    const answer = inTime(sent, 400);
    const busyUntil = performance.now() + 500;
    while (performance.now() < busyUntil);
    expect(await answer).to.have.property('mtimeMs');
  });
});
