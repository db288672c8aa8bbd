import { expect } from 'chai';
import { bestOfSettings, isCutShort, settingSteps } from '../../../src/image/search/settings.ts';
import type { Scene } from '../../../src/image/search/step.ts';
import {
  jpegScene,
  paletteScene,
  refusal,
  sceneWith,
  textOf,
  trial,
} from '../../support/image/search-scenes.ts';

/** The first attempt that a step wants. */
const next = (scene: Scene): string =>
  textOf(
    settingSteps(scene)
      .map(({ propose }) => propose(scene))
      .find((attempt) => attempt !== undefined),
  );

const drafting = { draft: true, best: false, coarserPalettes: false, coarseAlpha: false };
const avif = { finest: 4, coarsest: 55, start: 26, steps: 'difference' } as const;
const draft = (setting: number, score: number) => trial(setting, score, { effort: 'draft' });
const of = (variant: string) => ({ variant });
const large = { draft: false, best: false, coarserPalettes: false, coarseAlpha: false };
const dithered = { has: large, variants: ['--nofs', '--floyd=0.35', '--floyd=1'] };
/** A palette of a number of colours in which bands have so many levels. */
const palette = (setting: number, score: number, colours: number, banding: number) =>
  trial(setting, score, {
    ...{ variant: '--nofs', colours },
    look: { score: 84, worstPlace: 76, banding, colourLoss: 0 },
  });
const finer = { ...palette(95, 84, 60, 1), bytes: 1000 };
const spoiled = { score: 84, worstPlace: 59, banding: 0, colourLoss: 0 };
/** A dithered one of all colours. */
const dither = (setting: number, score: number) =>
  trial(setting, score, { variant: '--floyd=1', colours: 256 });
const plain = { ...palette(95, 75, 256, 1.4), bytes: 1000 };
const weakest = (bytes: number) => ({ ...dither(95, 77), variant: '--floyd=0.35', bytes });
const spoiledPlain = trial(95, 75, { variant: '--nofs', colours: 256, look: spoiled });
const acceptable = { ...weakest(1000), look: { ...spoiled, worstPlace: 64 } };
const fourVariants = ['--nofs', '--floyd=0.35', '--floyd=0.5', '--floyd=1'];
const lossy = (variant: string, colourLoss: number) => ({
  variant,
  look: { score: 80, worstPlace: 76, banding: 0, colourLoss },
});

describe('the steps of settings', () => {
  const rows: readonly (readonly [title: string, scene: Scene, next: string])[] = [
    ['begin with the usual setting', sceneWith(), '80'],
    ['go finer below the target', sceneWith({ tried: [trial(80, 75)] }), '85'],
    ['go coarser above it', sceneWith({ tried: [trial(80, 84)] }), '76'],
    ['end at the target', sceneWith({ tried: [trial(80, 79.6)] }), 'none'],
    ['end where an encoder declines', sceneWith({ tried: [refusal(80)] }), 'none'],
    [
      'end where a finer one is too large',
      sceneWith({ tried: [trial(80, 75), refusal(84, { refused: 'farLarger' })] }),
      'none',
    ],
    [
      'end after as many trials as are allowed',
      sceneWith({ limits: { maxTrials: 1 }, tried: [trial(80, 77)] }),
      'none',
    ],
    [
      'count one that gives what the last one gave as none',
      sceneWith({
        limits: { maxTrials: 3 },
        tried: [trial(80, 75), trial(90, 82), trial(86, 82)],
      }),
      '83',
    ],
    [
      'end where two alike miss the target',
      sceneWith({ tried: [trial(80, 75), trial(84, 75)] }),
      'none',
    ],
    [
      'go on where two alike have all colours and meet the target',
      paletteScene({ tried: [palette(95, 82, 240, 1), palette(93, 82, 240, 1)] }),
      '86 --nofs',
    ],
    [
      'end where two alike have fewer',
      paletteScene({ tried: [palette(95, 82, 239, 1), palette(93, 82, 239, 1)] }),
      'none',
    ],
    [
      'end where a dithered one meets the target',
      paletteScene({ tried: [palette(95, 75, 256, 1), dither(95, 82)] }),
      'none',
    ],
    [
      'go on where it misses it with colours to spare',
      paletteScene({ tried: [palette(95, 75, 256, 1), { ...dither(95, 77), colours: 200 }] }),
      '96 --floyd=1',
    ],
    [
      'try no other variant after a good one',
      jpegScene({ tried: [trial(3, 79.6, of('2x2'))] }),
      'none',
    ],
    [
      'try the next variant where one loses colour',
      jpegScene({ tried: [trial(3, 79.6, lossy('2x2', 0.02))] }),
      '3 1x1',
    ],
    [
      'begin another variant with the best setting so far',
      jpegScene({
        tried: [trial(3, 84, of('2x2')), trial(4.2, 79.6, { ...lossy('2x2', 0.02), bytes: 900 })],
      }),
      '4.2 1x1',
    ],
    [
      'try no other variant where one declines',
      jpegScene({ tried: [refusal(3, of('2x2'))] }),
      'none',
    ],
    [
      'try none of a whole palette that is finer than one with all colours',
      paletteScene({ tried: [trial(85, 75, { variant: '--nofs', colours: 256 })] }),
      '85 --floyd=1',
    ],
    [
      'take one for full that has nearly all colours',
      paletteScene({ tried: [palette(95, 75, 240, 1.5)] }),
      '95 --floyd=1',
    ],
    [
      'go on from one that is not',
      paletteScene({ tried: [palette(95, 75, 239, 1.5)] }),
      '97 --nofs',
    ],
    [
      'go on between two palettes of which one has far fewer bytes',
      paletteScene({ tried: [finer, { ...palette(85, 75, 30, 1), bytes: 960 }] }),
      '91 --nofs',
    ],
    [
      'end between two that have nearly the same',
      paletteScene({ tried: [finer, { ...palette(85, 75, 30, 1), bytes: 965 }] }),
      'none',
    ],
    [
      'end before a coarser palette of a large picture would show bands',
      paletteScene({ has: large, tried: [palette(95, 84, 200, 1.21)] }),
      'none',
    ],
    [
      'go on where its bands are not as near',
      paletteScene({ has: large, tried: [palette(95, 84, 200, 1.2)] }),
      '91 --nofs',
    ],
    [
      'go on where others follow that make small palettes coarser',
      paletteScene({ tried: [palette(95, 84, 200, 1.21)] }),
      '91 --nofs',
    ],
    [
      'pass the weakest dithering over where bands show in a large palette',
      paletteScene({ ...dithered, tried: [palette(95, 75, 256, 1.41)] }),
      '95 --floyd=1',
    ],
    [
      'try it where a place alone looks bad',
      paletteScene({ ...dithered, tried: [palette(95, 75, 256, 1.4)] }),
      '95 --floyd=0.35',
    ],
    [
      'try no stronger one beside a palette that may win without',
      paletteScene({ ...dithered, tried: [plain, weakest(1101)] }),
      'none',
    ],
    [
      'try the strongest where the weakest hardly has more bytes',
      paletteScene({ ...dithered, variants: fourVariants, tried: [plain, weakest(1100)] }),
      '95 --floyd=1',
    ],
    [
      'try a stronger one beside a palette with a spoiled place',
      paletteScene({
        ...dithered,
        tried: [spoiledPlain, weakest(1000)],
      }),
      '95 --floyd=1',
    ],
    [
      'try the strongest beside a weakly dithered one that may win',
      paletteScene({ ...dithered, variants: fourVariants, tried: [spoiledPlain, acceptable] }),
      '95 --floyd=1',
    ],
    [
      'try it in a small palette',
      paletteScene({ variants: dithered.variants, tried: [palette(95, 75, 256, 1.41)] }),
      '95 --floyd=0.35',
    ],
    [
      'end where no palette can reach the target',
      paletteScene({
        mayGiveUp: true,
        tried: [trial(85, 60, { variant: '--nofs', colours: 200 })],
      }),
      'none',
    ],
    [
      'go on with such a palette where it may be the only answer',
      paletteScene({ tried: [trial(85, 60, { variant: '--nofs', colours: 200 })] }),
      '99 --nofs',
    ],
    ['begin with a draft', sceneWith({ has: drafting, range: avif }), '26 draft'],
    [
      'make drafts alone of a picture of more than 16 megapixels',
      sceneWith({ has: drafting, range: avif, pixels: 16_000_001, tried: [draft(26, 85)] }),
      '31 draft',
    ],
  ];
  for (const [title, scene, expected] of rows) {
    it(title, () => expect(next(scene)).to.equal(expected));
  }

  // Scores fall faster the lower they are.
  for (const [score, target, setting] of [
    [79, 79.5, '26'],
    [73, 79.5, '21'],
    [81, 79.5, '28'],
    [85, 79.5, '33'],
    [92, 90, '32'],
    [80, 70, '34'],
  ] as const) {
    it(`go on at ${setting} to reach ${target} after a draft that scored ${score} at 26`, () => {
      const tried = [draft(26, score)];
      expect(next(sceneWith({ has: drafting, range: avif, target, tried }))).to.equal(setting);
    });
  }
});

describe('the best of settings', () => {
  const rows: readonly (readonly [title: string, scene: Scene, file: string | undefined])[] = [
    ['is none before the first trial', sceneWith(), undefined],
    [
      'is the smallest that meets the target',
      sceneWith({ tried: [trial(80, 83), trial(70, 79.5, { bytes: 800 }), trial(65, 77)] }),
      'trial-70',
    ],
    [
      'is the one with the best score where none does',
      sceneWith({ tried: [trial(80, 70), trial(90, 75)] }),
      'trial-90',
    ],
    [
      'may be a draft',
      sceneWith({ has: drafting, tried: [draft(26, 79.6), trial(25, 79.5, { bytes: 1001 })] }),
      'trial-26',
    ],
  ];
  for (const [title, scene, file] of rows) {
    it(title, () => expect(bestOfSettings(scene)?.best.file).to.equal(file));
  }

  it('is cut short where trials are used up far from the target', () => {
    const tried = [trial(80, 70), trial(85, 73)];
    const cut = (maxTrials: number) =>
      isCutShort(sceneWith({ limits: { maxTrials }, tried }), undefined);
    expect([cut(2), cut(3)]).to.deep.equal([true, false]);
  });
});
