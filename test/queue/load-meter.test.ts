import { expect } from 'chai';
import { createFlow, type Tide } from '../../src/queue/load-meter.ts';
import { createTestClock, type Phase } from '../support/queue/loads.ts';

describe('the flow of jobs', () => {
  /** The tides that were seen, each change once. */
  const tidesOf = (phases: readonly Phase[], waiting = 8): readonly Tide[] => {
    const { now, pass } = createTestClock();
    const flow = createFlow({ now, overloadSeconds: 5, waiting: () => waiting, manyWaiting: 8 });
    const seen: Tide[] = [flow.tide()];
    for (const phase of phases) {
      pass(phase, flow, () => {
        if (flow.tide() !== seen.at(-1)) seen.push(flow.tide());
      });
    }
    return seen;
  };
  const rest = { seconds: 5, come: 0, go: 0 };

  const cases: readonly (readonly [string, readonly Phase[], readonly Tide[]])[] = [
    ['nothing', [rest], ['calm']],
    ['one after the other', [{ seconds: 30, come: 4, go: 4 }], ['calm']],
    [
      '500 that arrive within 3 seconds, and are done within 50',
      [
        { seconds: 3, come: 166, go: 10 },
        { seconds: 47, come: 0, go: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      'a batch that takes as long to arrive as it may',
      [
        { seconds: 5, come: 150, go: 10 },
        { seconds: 40, come: 0, go: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      '100 clients that keep in step',
      [
        { seconds: 0.5, come: 200, go: 10 },
        { seconds: 60, come: 10, go: 10 },
      ],
      ['calm', 'growing', 'calm'],
    ],
    [
      'batches one after the other',
      Array.from({ length: 5 }, () => [
        { seconds: 3, come: 50, go: 10 },
        { seconds: 4, come: 0, go: 10 },
      ]).flat(),
      ['calm', ...Array.from({ length: 5 }, () => ['growing', 'calm'] as const).flat()],
    ],
    [
      'ten times what can be done, for a minute',
      [{ seconds: 60, come: 80, go: 8 }, rest],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'ten times as many large ones',
      [{ seconds: 60, come: 4, go: 0.4 }, rest],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'a flood that becomes what can be done',
      [
        { seconds: 20, come: 80, go: 8 },
        { seconds: 20, come: 8, go: 8 },
      ],
      ['calm', 'growing', 'overloaded', 'calm'],
    ],
    [
      'a flood with a pause that is too short to end it',
      [
        { seconds: 20, come: 80, go: 8 },
        { seconds: 2.4, come: 0, go: 8 },
        { seconds: 20, come: 80, go: 8 },
      ],
      ['calm', 'growing', 'overloaded'],
    ],
  ];
  for (const [title, phases, tides] of cases) {
    it(`sees ${title} as ${tides.slice(1).join(', ') || 'calm'}`, () => {
      const seen = tidesOf(phases);
      expect(seen.slice(0, tides.length)).to.deep.equal(tides);
      expect(seen).to.have.length(tides.length);
    });
  }

  for (const [waiting, tides] of [
    [0, ['calm']],
    [7, ['calm', 'growing']],
    [8, ['calm', 'growing', 'overloaded']],
  ] as const) {
    it(`sees a flood of which ${waiting} wait for a tool as ${tides.at(-1)}`, () => {
      expect(tidesOf([{ seconds: 60, come: 80, go: 8 }], waiting)).to.deep.equal(tides);
    });
  }

  it('is overloaded once more have come than go for longer than a batch, and 3 seconds more', () => {
    const { now, pass } = createTestClock();
    const flow = createFlow({ now, overloadSeconds: 5, waiting: () => 8, manyWaiting: 8 });
    const flood = { come: 80, go: 8 };
    pass({ seconds: 0.2, ...flood }, flow);
    expect(flow.tide()).to.equal('growing');
    pass({ seconds: 6.7, ...flood }, flow);
    expect(flow.tide()).to.equal('growing');
    pass({ seconds: 0.2, ...flood }, flow);
    expect(flow.tide()).to.equal('overloaded');
    pass({ seconds: 1, come: 0, go: 8 }, flow);
    expect(flow.tide()).to.equal('overloaded');
    pass({ seconds: 2.2, come: 0, go: 8 }, flow);
    expect(flow.tide()).to.equal('calm');
  });

  it('finds calm after a long time without news', () => {
    const { now, pass } = createTestClock();
    const flow = createFlow({ now, overloadSeconds: 5, waiting: () => 8, manyWaiting: 8 });
    pass({ seconds: 20, come: 80, go: 8 }, flow);
    expect([flow.tide(), flow.isIdle()]).to.deep.equal(['overloaded', false]);
    pass({ seconds: 600, come: 0, go: 0 }, flow);
    expect([flow.tide(), flow.isIdle()]).to.deep.equal(['calm', true]);
  });
});
