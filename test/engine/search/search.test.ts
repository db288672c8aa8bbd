import { expect } from 'chai';
import { search, type Work } from '../../../src/engine/search/search.ts';
import { ScorerFailure } from '../../../src/engine/scorer/failure.ts';
import { stepsOf } from '../../../src/image/search/steps.ts';
import type { Scene } from '../../../src/image/search/step.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { refusal, sceneWith, trial } from '../../support/image/search-scenes.ts';

const can = { draft: false, best: true, coarserPalettes: false, coarseAlpha: false };

/** How a search ends whose attempts give these scores, none where an encoder declines, and the settings made. */
const searched = async (
  scores: readonly (number | undefined | Error)[],
  changes: Partial<Scene> = {},
  pressure: Work['pressure'] = () => undefined,
) => {
  const made: (number | undefined)[] = [];
  const scene = sceneWith(changes);
  const end = await search(scene, stepsOf(scene), {
    pressure,
    make: async (_, attempt) => {
      const score = scores[made.length];
      made.push(attempt.setting);
      if (score instanceof Error) throw score;
      return score === undefined
        ? { ...refusal(0), ...attempt }
        : {
            ...trial(attempt.setting ?? 0, score, { milliseconds: 1000 }),
            ...attempt,
            setting: attempt.setting ?? 0,
          };
    },
  });
  return { end, made };
};

describe('a search', () => {
  it('makes what the steps want, in turn, until none wants more', async () => {
    const { end, made } = await searched([75, 79.5, 79.6], { has: can });
    expect(made).to.deep.equal([80, 85, 85]);
    expect(end).to.include({ kind: 'found', isDegraded: false });
    expect(end.kind === 'found' && end.found.made.setting).to.equal(85);
    expect(end.kind === 'found' && end.found.history.stopped).to.equal(undefined);
  });

  it('is skipped where its encoder declines', async () => {
    const { end, made } = await searched([undefined], { has: can });
    expect(made).to.deep.equal([80]);
    expect(end).to.include({
      kind: 'skipped',
      reason: 'declined by its encoder',
      isDegraded: false,
    });
  });

  it('is skipped by a rule', async () => {
    const { end, made } = await searched([75], { mostResultBytes: 900 });
    expect(made).to.deep.equal([80]);
    expect(end).to.have.property('reason').that.includes('its source, which is lossy already');
    expect(end.kind === 'skipped' && end.history.trials).to.have.length(1);
  });

  for (const reason of ['pressure', 'deadline'] as const) {
    it(`takes the best so far under ${reason}, by the time of its longest attempt`, async () => {
      const asked: number[] = [];
      const { end, made } = await searched([75], { has: can }, (attemptMs) => {
        asked.push(attemptMs);
        return reason;
      });
      expect([made, asked]).to.deep.equal([[80], [1000]]);
      expect(end).to.include({ kind: 'found', isDegraded: true });
      expect(end.kind === 'found' && end.found.history.stopped).to.equal(reason);
    });
  }

  it('takes the best so far where the work is done', async () => {
    const { end, made } = await searched([75], { pixels: 2e6, trialPixels: 2e6, budget: 1 });
    expect(made).to.deep.equal([80]);
    expect(end).to.include({ kind: 'found', isDegraded: false });
    expect(end.kind === 'found' && end.found.history.stopped).to.equal('budget');
  });

  it('has no result where settings cannot be measured', async () => {
    for (const isLasting of [true, false]) {
      const failure = new ScorerFailure('it was killed', { isLasting });
      const { end } = await searched([84, failure]);
      expect(end).to.deep.equal({ kind: 'unmeasured', isDegraded: !isLasting });
    }
  });

  it('is complete without what cannot be measured after the settings', async () => {
    const failure = new ScorerFailure('it was killed', { isLasting: false });
    const { end, made } = await searched([79.5, failure], { has: can });
    expect(made).to.deep.equal([80, 80]);
    expect(end).to.include({ kind: 'found', isDegraded: true });
  });

  it('rejects with any other failure', async () => {
    expect(await rejectionOf(searched([new Error('no permit')]))).to.have.property(
      'message',
      'no permit',
    );
  });
});
