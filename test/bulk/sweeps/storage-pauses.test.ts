import { expect } from 'chai';
import { createStoragePauses } from '../../../src/bulk/sweeps/storage-pauses.ts';

/** A sweep that went on at a time, with so many objects then, and has so many now. */
const sweepOf = (at: number, objects: number, compressed: number, id = 'one') => ({
  ...{ id, since: { at, objects } },
  counts: { compressed, restored: 0, done: 0, left: 0, failed: 0 },
});

describe('pauses of a sweep whose storage has failed', () => {
  let time: number;
  let isOver: ReturnType<typeof createStoragePauses>;
  beforeEach(() => {
    time = 0;
    isOver = createStoragePauses({ firstMs: 1000, longestMs: 5000 }, () => time);
  });

  /** How long a pause lasts that begins now. */
  const pauseOf = (sweep: ReturnType<typeof sweepOf>): number => {
    const begunAt = time;
    while (!isOver(sweep)) time += 100;
    return time - begunAt;
  };

  it('are twice as long each time that it fails at once, up to a limit', () => {
    const pauses = [1, 2, 3, 4, 5].map((at) => pauseOf(sweepOf(at, 7, 7)));
    expect(pauses).to.deep.equal([1000, 2000, 4000, 5000, 5000]);
  });

  it('are short again when an object was looked at since, and for another sweep', () => {
    pauseOf(sweepOf(1, 0, 0));
    expect(pauseOf(sweepOf(2, 0, 0))).to.equal(2000);
    expect(pauseOf(sweepOf(3, 0, 1))).to.equal(1000);
    expect(pauseOf(sweepOf(4, 1, 1))).to.equal(2000);
    expect(pauseOf(sweepOf(4, 1, 1, 'two'))).to.equal(1000);
  });

  it('are over for as long as the sweep does not go on', () => {
    pauseOf(sweepOf(1, 0, 0));
    time += 60_000;
    expect(isOver(sweepOf(1, 0, 0))).to.equal(true);
  });
});
