import { expect } from 'chai';
import { isNeeded, isOverBudget, skipReason } from '../../../src/image/search/rules.ts';
import type { Scene } from '../../../src/image/search/step.ts';
import {
  jpegScene,
  paletteScene,
  refusal,
  sceneWith,
  trial,
} from '../../support/image/search-scenes.ts';

const isLossy = { mostResultBytes: 950 };
const tooLarge = refusal(90, { refused: 'farLarger' });
const hopeless = trial(85, 60, { variant: '--nofs', colours: 200 });
const banded = (banding: number) =>
  trial(85, 75, {
    ...{ variant: '--nofs', colours: 240 },
    look: { score: 84, worstPlace: 76, banding, colourLoss: 0 },
  });

describe('a search is given up', () => {
  const rows: readonly (readonly [
    title: string,
    moment: Parameters<typeof skipReason>[1],
    scene: Scene,
    isSkipped: boolean,
  ])[] = [
    [
      'where a result is hardly smaller',
      'attempt',
      sceneWith({ ...isLossy, tried: [trial(80, 75)] }),
      true,
    ],
    [
      'not where a coarser one may be',
      'attempt',
      sceneWith({ ...isLossy, tried: [trial(80, 84)] }),
      false,
    ],
    [
      'not for a draft',
      'attempt',
      sceneWith({ ...isLossy, tried: [trial(80, 75, { effort: 'draft' })] }),
      false,
    ],
    [
      'not for a further step',
      'attempt',
      sceneWith({ ...isLossy, tried: [trial(80, 75, { step: 'bestEffort' })] }),
      false,
    ],
    [
      'where the best palette is too large',
      'settings',
      paletteScene({ ...isLossy, tried: [trial(85, 80, { variant: '--nofs', colours: 200 })] }),
      true,
    ],
    [
      'not for a WebP that further steps make smaller',
      'settings',
      sceneWith({ ...isLossy, tried: [trial(80, 80)] }),
      false,
    ],
    ['where the first trial is too large', 'settings', sceneWith({ tried: [tooLarge] }), true],
    [
      'where a trial misses the target and a finer one is too large',
      'settings',
      sceneWith({ tried: [trial(80, 70), tooLarge] }),
      true,
    ],
    [
      'not where the worst place of a trial is not spoiled',
      'settings',
      sceneWith({
        tried: [
          trial(80, 78, { look: { score: 84, worstPlace: 65, banding: 0, colourLoss: 0 } }),
          tooLarge,
        ],
      }),
      false,
    ],
    [
      'not where a trial meets the target',
      'settings',
      sceneWith({ tried: [trial(80, 79), tooLarge] }),
      false,
    ],
    ['not where the encoder declines', 'settings', sceneWith({ tried: [refusal(80)] }), false],
    [
      'where no palette reaches the target',
      'settings',
      paletteScene({ mayGiveUp: true, tried: [hopeless] }),
      true,
    ],
    [
      'where all colours leave bands that dithering does not hide',
      'settings',
      paletteScene({ mayGiveUp: true, tried: [banded(4.21)] }),
      true,
    ],
    [
      'not where it may hide them',
      'settings',
      paletteScene({ mayGiveUp: true, tried: [banded(4.19)] }),
      false,
    ],
    ['not where it may be the only answer', 'settings', paletteScene({ tried: [hopeless] }), false],
  ];
  for (const [title, moment, scene, isSkipped] of rows) {
    it(title, () => expect(skipReason(scene, moment) !== undefined).to.equal(isSkipped));
  }

  it('with the sentence of the first rule that holds', () => {
    const scene = paletteScene({ mayGiveUp: true, tried: [hopeless, tooLarge] });
    expect(skipReason(scene, 'settings')).to.equal('given up: another result is far smaller');
  });
});

describe('an attempt', () => {
  const attempt = {
    step: 'settings',
    setting: 90,
    variant: '2x2',
    effort: 'usual',
    of: 'whole',
  } as const;
  const whole = { ...attempt, step: 'wholePicture' } as const;
  const made = trial(80, 75, { variant: '2x2' });

  it('is needed where it is the first, or the first of the whole picture', () => {
    const rows = [
      [jpegScene(), attempt],
      [jpegScene({ tried: [made] }), attempt],
      [jpegScene({ tried: [made] }), whole],
      [jpegScene({ tried: [made, { ...made, step: 'wholePicture' }] }), whole],
    ] as const;
    expect(rows.map(([scene, next]) => isNeeded(scene, next))).to.deep.equal([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is over the budget where its variant was tried and the work is done', () => {
    const scene = jpegScene({ pixels: 2e6, trialPixels: 2e6, budget: 1, tried: [made] });
    const rows = [
      [scene, attempt],
      [{ ...scene, budget: 2 }, attempt],
      [scene, { ...attempt, variant: '1x1' }],
      [scene, { ...attempt, step: 'repeatedColours' }],
    ] as const;
    expect(rows.map(([given, next]) => isOverBudget(given, next))).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });
});
