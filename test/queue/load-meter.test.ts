import { expect } from 'chai';
import { createLoadMeter, type LoadState } from '../../src/queue/load-meter.ts';
import { createTestClock, type Phase } from '../support/queue/loads.ts';

describe('the load of jobs', () => {
  /** The states that were seen, each change once. */
  const statesOf = (phases: readonly Phase[], waiting = 8): readonly LoadState[] => {
    const { now, pass } = createTestClock();
    const meter = createLoadMeter({
      now,
      overloadSeconds: 5,
      waiting: () => waiting,
      manyWaiting: 8,
    });
    const seen: LoadState[] = [meter.state()];
    for (const phase of phases) {
      pass(phase, meter, () => {
        if (meter.state() !== seen.at(-1)) seen.push(meter.state());
      });
    }
    return seen;
  };
  const rest = { seconds: 5, arrive: 0, complete: 0 };

  const cases: readonly (readonly [string, readonly Phase[], readonly LoadState[]])[] = [
    ['nothing', [rest], ['calm']],
    ['one after the other', [{ seconds: 30, arrive: 4, complete: 4 }], ['calm']],
    [
      '500 that arrive within 3 seconds, and are done within 50',
      [
        { seconds: 3, arrive: 166, complete: 10 },
        { seconds: 47, arrive: 0, complete: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      'a batch that takes as long to arrive as it may',
      [
        { seconds: 5, arrive: 150, complete: 10 },
        { seconds: 40, arrive: 0, complete: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      '100 clients that keep in step',
      [
        { seconds: 0.5, arrive: 200, complete: 10 },
        { seconds: 60, arrive: 10, complete: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      'batches one after the other',
      Array.from({ length: 5 }, () => [
        { seconds: 3, arrive: 50, complete: 10 },
        { seconds: 4, arrive: 0, complete: 10 },
      ]).flat(),
      ['calm', ...Array.from({ length: 5 }, () => ['growing', 'calm'] as const).flat()],
    ],
    [
      'ten times what can be done, for a minute',
      [{ seconds: 60, arrive: 80, complete: 8 }, rest],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'ten times as many large ones',
      [{ seconds: 60, arrive: 4, complete: 0.4 }, rest],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'a flood that becomes what can be done',
      [
        { seconds: 20, arrive: 80, complete: 8 },
        { seconds: 20, arrive: 8, complete: 8 },
      ],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'a flood with a pause that is too short to end it',
      [
        { seconds: 20, arrive: 80, complete: 8 },
        { seconds: 2.4, arrive: 0, complete: 8 },
        { seconds: 20, arrive: 80, complete: 8 },
      ],
      ['calm', 'growing', 'overloaded'],
    ],
  ];
  for (const [title, phases, states] of cases) {
    it(`sees ${title} as ${states.slice(1).join(', ') || 'calm'}`, () => {
      const seen = statesOf(phases);
      expect(seen.slice(0, states.length)).to.deep.equal(states);
      expect(seen).to.have.length(states.length);
    });
  }

  for (const [waiting, states] of [
    [0, ['calm']],
    [7, ['calm', 'growing']],
    [8, ['calm', 'growing', 'overloaded']],
  ] as const) {
    it(`sees a flood of which ${waiting} wait for a tool as ${states.at(-1)}`, () => {
      expect(statesOf([{ seconds: 60, arrive: 80, complete: 8 }], waiting)).to.deep.equal(states);
    });
  }

  it('is overloaded once more have arrived than completed for longer than a batch, and 3 seconds more', () => {
    const { now, pass } = createTestClock();
    const meter = createLoadMeter({ now, overloadSeconds: 5, waiting: () => 8, manyWaiting: 8 });
    const flood = { arrive: 80, complete: 8 };
    pass({ seconds: 0.2, ...flood }, meter);
    expect(meter.state()).to.equal('growing');
    pass({ seconds: 6.7, ...flood }, meter);
    expect(meter.state()).to.equal('growing');
    pass({ seconds: 0.2, ...flood }, meter);
    expect(meter.state()).to.equal('overloaded');
    pass({ seconds: 1, arrive: 0, complete: 8 }, meter);
    expect(meter.state()).to.equal('overloaded');
    pass({ seconds: 2.2, arrive: 0, complete: 8 }, meter);
    expect(meter.state()).to.equal('calm');
  });

  it('finds calm after a long time without news', () => {
    const { now, pass } = createTestClock();
    const meter = createLoadMeter({ now, overloadSeconds: 5, waiting: () => 8, manyWaiting: 8 });
    pass({ seconds: 20, arrive: 80, complete: 8 }, meter);
    expect([meter.state(), meter.isIdle()]).to.deep.equal(['overloaded', false]);
    pass({ seconds: 600, arrive: 0, complete: 0 }, meter);
    expect([meter.state(), meter.isIdle()]).to.deep.equal(['calm', true]);
  });
});
