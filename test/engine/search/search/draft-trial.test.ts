import { expect } from 'chai';
import { afterDraft, withDraft } from '../../../../src/engine/search/search/draft-trial.ts';
import type { MeasuredTrial } from '../../../../src/engine/search/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';

const { avifenc, mozjpeg } = adaptiveConfig.encoders;

const task = {
  ...{ encoder: avifenc, input: 'decoded.png', readsPlanes: false, label: undefined },
  job: {
    facts: { mediaType: 'image/png', lossless: true },
    plan: { width: 1000, height: 1000 },
  },
  ...{ measurer: {}, budget: 5, pressure: () => undefined },
  ...{ command: undefined, sourceTarget: 79.5 },
  range: { finest: 4, coarsest: 55, start: 26, steps: 'difference' },
};
const taskWith = (changes: object): SearchTask =>
  ({ ...task, ...changes }) as unknown as SearchTask;
const trialOf = (setting: number, score: number): MeasuredTrial =>
  ({ setting, score, encodeMs: 1, measured: { milliseconds: 1 } }) as unknown as MeasuredTrial;

describe('withDraft', () => {
  const drafted = (changes: object, options: object = {}): SearchTask =>
    withDraft(options as EncoderOptions, taskWith(changes));

  it('makes the first trial with the draft command', () => {
    expect(drafted({})).to.include({ command: avifenc?.draftCommand, label: 'draft' });
  });

  const lossy = { mediaType: 'image/avif', lossless: false };
  for (const [title, changes, options] of [
    ['of an encoder without one', { encoder: mozjpeg }, {}],
    ['with quick commands', {}, { isQuick: true }],
    ['that reads planes', { readsPlanes: true }, {}],
    ['that reads a lossy source', { input: 'source.avif', job: { facts: lossy } }, {}],
  ] as const) {
    it(`leaves a search ${title} as it is`, () => {
      expect(drafted(changes, options)).to.deep.equal(taskWith(changes));
    });
  }
});

describe('afterDraft', () => {
  const draft = { command: ['avifenc'], label: 'draft' };
  // Scores fall faster the lower they are.
  for (const [score, target, start] of [
    [79, 79.5, 26],
    [73, 79.5, 21],
    [81, 79.5, 28],
    [85, 79.5, 33],
    [92, 90, 32],
    [80, 70, 34],
  ] as const) {
    it(`goes on at ${start} to reach ${target} after a draft that scored ${score} at 26`, () => {
      const given = taskWith({ ...draft, sourceTarget: target });
      const made = afterDraft(given, trialOf(26, score));
      const { range: _, ...usual } = taskWith({ sourceTarget: target });
      expect(made.task).to.deep.include(usual);
      expect(made.start).to.equal(start);
    });
  }

  it('leaves the range of a scale as it is', () => {
    const range = { finest: 0.5, coarsest: 6, start: 2, steps: 'ratio' };
    const trial = trialOf(2, 80);
    expect(afterDraft(taskWith({ ...draft, range }), trial).task.range).to.deep.equal(range);
  });

  for (const [title, changes] of [
    ['under load', { pressure: () => 'pressure' }],
    ['where the work is done', { budget: 1 }],
    ['of a large picture', { job: { plan: { width: 16_001, height: 1000 } }, budget: 9 }],
  ] as const) {
    it(`leaves a search ${title} as it is`, () => {
      const given = taskWith({ ...draft, ...changes });
      const trial = trialOf(26, 79.5);
      expect(afterDraft(given, trial)).to.deep.equal({ task: given, start: 26 });
    });
  }
});
