import { expect } from 'chai';
import { createCalm } from '../../../src/storage/sweep/calm.ts';
import { rejectionOf } from '../../support/rejection.ts';

const never = new AbortController().signal;

describe('pauses of requests to a storage', () => {
  const waitedMs = async (calm: ReturnType<typeof createCalm>): Promise<number> => {
    const startedAt = performance.now();
    await calm.wait(never);
    return performance.now() - startedAt;
  };

  it('are none where nobody was refused', async () => {
    const calm = createCalm();
    calm.answered();
    let isPaused = true;
    void calm.wait(never).then(() => (isPaused = false));
    await new Promise(setImmediate);
    expect(isPaused).to.equal(false);
  });

  it('are for all, and longer each time', async () => {
    const calm = createCalm(() => 0);
    // What was under way together is one refusal.
    for (let refused = 0; refused < 5; refused += 1) calm.slowDown();
    const [first, second] = await Promise.all([waitedMs(calm), waitedMs(calm)]);
    expect(first).to.be.at.least(249);
    expect(second).to.be.at.least(249);
    calm.slowDown();
    expect(await waitedMs(calm)).to.be.at.least(499);
  });

  it('stay short where more requests are answered than refused', async () => {
    const calm = createCalm(() => 0);
    let lastMs = 0;
    for (let round = 0; round < 5; round += 1) {
      calm.slowDown();
      lastMs = await waitedMs(calm);
      for (let answered = 0; answered < 2; answered += 1) calm.answered();
    }
    // A quarter of a second, and 4 s if each were twice as long as the one before.
    expect(lastMs).to.be.below(3000);
  });

  it('end with their signal', async () => {
    const calm = createCalm(() => 0);
    calm.slowDown();
    const ending = new AbortController();
    const waiting = rejectionOf(calm.wait(ending.signal));
    ending.abort();
    expect(await waiting).to.have.property('name', 'AbortError');
  });
});
