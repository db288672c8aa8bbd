import { expect } from 'chai';
import { searchResultOf, historyOf } from '../../../src/image/search/search-result.ts';
import { asConfigured, type Trial } from '../../../src/image/search/step.ts';
import { jpegScene, refusal, sceneWith, textOf, trial } from '../../support/image/search-scenes.ts';

const best = trial(80, 79.54, { milliseconds: 20.4 });
const tile = trial(4, 79.6, { variant: '2x2', of: 'tiles' });
const whole = (changes: Partial<Trial>): Trial =>
  trial(4, 70, { step: 'wholePicture', variant: '2x2', ...changes });

describe('what a search found', () => {
  it('is nothing without a result', () => {
    expect(searchResultOf(sceneWith({ tried: [refusal(80)] }), undefined)).to.equal(undefined);
    expect(searchResultOf(jpegScene({ of: 'tiles', tried: [tile] }), undefined)).to.equal(
      undefined,
    );
  });

  it('is the best trial, with its look and all trials', () => {
    const found = searchResultOf(sceneWith({ tried: [trial(70, 74), best] }), undefined);
    expect(found).to.deep.include({ made: best, look: best.look });
    expect(found?.history).to.deep.include({
      setting: { value: 80, variant: undefined },
      milliseconds: 21.4,
      stopped: undefined,
    });
    expect(found?.history.trials).to.deep.equal([
      { setting: 70, variant: null, score: 74, worstPlace: 70, milliseconds: 1 },
      { setting: 80, variant: null, score: 79.5, worstPlace: 75.5, milliseconds: 20 },
    ]);
  });

  it('is the last of the whole picture, which is no trial', () => {
    const tried = [tile, whole({}), whole({ setting: 3, file: 'finer' })];
    const found = searchResultOf(jpegScene({ of: 'tiles', tried }), undefined);
    expect(found?.made.file).to.equal('finer');
    expect(found?.history.setting).to.deep.equal({ value: 3, variant: '2x2' });
    expect(found?.history.trials.map(({ setting }) => setting)).to.deep.equal([4, 4]);
  });

  it('looks like the tiles with its setting where it was not measured', () => {
    const { look: _, score: __, ...unmeasured } = whole({ measuredBy: 'nothing' });
    const found = searchResultOf(jpegScene({ of: 'tiles', tried: [tile, unmeasured] }), undefined);
    expect(found?.look).to.deep.equal(tile.look);
  });

  it('has no look and no trials with the setting of the configuration', () => {
    const attempt = asConfigured.propose(sceneWith()) ?? expect.fail('there is one');
    expect(textOf(attempt)).to.equal('80 nothing');
    const made = { ...attempt, file: 'x', bytes: 9, milliseconds: 3, isWarned: false };
    const scene = sceneWith({ tried: [made] });
    expect(asConfigured.propose(scene)).to.equal(undefined);
    const found = searchResultOf(scene, undefined);
    expect(found).to.deep.include({ made, look: undefined });
    expect(found?.history).to.deep.include({ trials: [], milliseconds: 3 });
  });
});

describe('the history of a search', () => {
  const names: readonly (readonly [string | null, Partial<Trial>])[] = [
    [null, {}],
    ['2x2', { variant: '2x2' }],
    ['draft', { effort: 'draft' }],
    ['other command', { effort: 'best' }],
    ['--nofs merged 4', derivedOf('merged-colours', 4, '--nofs')],
    ['--nofs repeated 0.8', derivedOf('repeated-colours', 0.8, '--nofs')],
    ['coarse alpha', derivedOf('coarse-alpha', 0, undefined)],
  ];
  for (const [name, changes] of names) {
    it(`calls a trial ${name}`, () => {
      const { trials } = historyOf(sceneWith({ tried: [trial(80, 79, changes)] }), undefined);
      expect(trials.map(({ variant }) => variant)).to.deep.equal([name]);
    });
  }

  it('says why it stopped, and that trials are used up where nothing else stopped it', () => {
    const scene = sceneWith({ limits: { maxTrials: 1 }, tried: [trial(80, 70)] });
    expect(historyOf(scene, undefined).stopped).to.equal('trials');
    expect(historyOf(scene, 'budget').stopped).to.equal('budget');
  });
});

function derivedOf(
  kind: 'merged-colours' | 'repeated-colours' | 'coarse-alpha',
  coarseness: number,
  variant: string | undefined,
): Partial<Trial> {
  return { variant, derived: { kind, coarseness, of: trial(80, 80, { variant }) } };
}
