import { expect } from 'chai';
import type { Scene, Trial } from '../../../src/image/search/step.ts';
import { wholePicture } from '../../../src/image/search/whole-picture.ts';
import { jpegScene, refusal, textOf, trial } from '../../support/image/search-scenes.ts';

const look = (score: number, worstPlace: number) => ({
  score,
  worstPlace,
  banding: 0,
  colourLoss: 0,
});
const tiles = (setting: number, score: number, worstPlace = score - 4): Trial =>
  trial(setting, score, { variant: '2x2', of: 'tiles', look: look(score, worstPlace) });
const whole = (setting: number, score: number, worstPlace: number): Trial =>
  trial(setting, score, {
    ...{ step: 'wholePicture', variant: '2x2' },
    look: look(score, worstPlace),
  });
const scene = (...tried: Scene['tried']): Scene => jpegScene({ of: 'tiles', tried });
const unlike = tiles(4, 79.5, 75.4);

describe('the whole picture', () => {
  const rows: readonly (readonly [title: string, scene: Scene, next: string])[] = [
    [
      'has no step of its own where trials are of it',
      jpegScene({ tried: [tiles(4, 79.5)] }),
      'none',
    ],
    ['waits for its tiles', scene(), 'none'],
    [
      'is not measured where tiles look alike at its setting',
      scene(tiles(4, 79.5)),
      '4 2x2 nothing',
    ],
    [
      'is measured by its tiles at a setting between two trials',
      scene(tiles(3, 81), tiles(6, 77)),
      '3.89 2x2',
    ],
    ['is measured by its pixels where some tiles look far worse', scene(unlike), '4 2x2 pixels'],
    ['is so where tiles look better than is aimed at', scene(tiles(32, 82.6, 82)), '32 2x2 pixels'],
    ['is not where they look a little better', scene(tiles(32, 82.5, 82)), '32 2x2 nothing'],
    [
      'is judged by the trial nearest to the target alone',
      scene(tiles(3, 98, 80), tiles(4, 80, 78), tiles(9, 70, 20)),
      '4 2x2 nothing',
    ],
    ['is made once where tiles look alike', scene(tiles(4, 79.5), whole(4, 70, 60)), 'none'],
    ['is good enough with a worst place near the whole', scene(unlike, whole(4, 79, 66)), 'none'],
    ['is so with a better look', scene(unlike, whole(4, 90, 66)), 'none'],
    [
      'is made finer where the worst place is far below',
      scene(unlike, whole(8.37, 84.7, 62.6)),
      '7.48 2x2 pixels',
    ],
    ['is made finer where all of it is', scene(unlike, whole(4, 76, 75)), '2.95 2x2 pixels'],
    ['is made no finer than the finest', scene(unlike, whole(1, 60, 20)), 'none'],
    [
      'is made four times at most',
      scene(unlike, whole(8, 70, 60), whole(6, 72, 60), whole(5, 74, 60), whole(4, 75, 60)),
      'none',
    ],
    [
      'is not made again where its encoder declines',
      scene(unlike, refusal(4, { step: 'wholePicture' })),
      'none',
    ],
  ];
  for (const [title, given, expected] of rows) {
    it(title, () => expect(textOf(wholePicture.propose(given))).to.equal(expected));
  }
});
