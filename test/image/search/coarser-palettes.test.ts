import { expect } from 'chai';
import { mergedColours, repeatedColours } from '../../../src/image/search/coarser-palettes.ts';
import { bestOf } from '../../../src/image/search/further-steps.ts';
import type { Derivation, Scene, StepName, Trial } from '../../../src/image/search/step.ts';
import {
  paletteScene,
  refusal,
  sceneWith,
  textOf,
  trial,
} from '../../support/image/search-scenes.ts';

const palette = (setting: number, score: number, changes: Partial<Trial> = {}): Trial =>
  trial(setting, score, { variant: '--nofs', colours: 20, ...changes });

const derived = (
  kind: Derivation['kind'],
  coarseness: number,
  score: number,
  bytes: number,
): Trial => {
  const step: StepName = kind === 'merged-colours' ? 'mergedColours' : 'repeatedColours';
  const file = `${kind} ${coarseness}`;
  return palette(85, score, {
    step,
    bytes,
    file,
    derived: { kind, coarseness, of: palette(85, 80) },
  });
};

/** The finer palette that repetitions are made of, and the best one. */
const finer = [palette(90, 82, { bytes: 1100 }), palette(85, 80)];

describe('merged colours', () => {
  const rows: readonly (readonly [title: string, scene: Scene, next: string])[] = [
    ['are made of no search that has none', sceneWith({ tried: [palette(85, 90)] }), 'none'],
    ['are not made where nothing is gained', paletteScene({ tried: [palette(85, 80)] }), 'none'],
    [
      'are made of the finest palette far above the target',
      paletteScene({ tried: [palette(85, 84), palette(40, 83, { bytes: 900 })] }),
      '85 --nofs merged-colours 32 of trial-85',
    ],
    [
      'are made where the palette takes a tenth of the bytes',
      paletteScene({ tried: [palette(85, 80, { colours: 30 })] }),
      '85 --nofs merged-colours 4 of trial-85',
    ],
    [
      'are made of no dithered palette',
      paletteScene({ tried: [palette(85, 75), palette(85, 90, { variant: '--floyd=1' })] }),
      'none',
    ],
    [
      'get coarser while they are far above the target',
      paletteScene({ tried: [palette(85, 84), derived('merged-colours', 4, 83, 990)] }),
      '85 --nofs merged-colours 6.12 of trial-85',
    ],
    [
      'end where one can gain nothing',
      paletteScene({ tried: [palette(85, 84), derived('merged-colours', 4, 81.9, 1060)] }),
      'none',
    ],
    [
      'end where none is made',
      paletteScene({
        tried: [
          palette(85, 84),
          refusal(85, {
            step: 'mergedColours',
            derived: { kind: 'merged-colours', coarseness: 4, of: palette(85, 84) },
          }),
        ],
      }),
      'none',
    ],
  ];
  for (const [title, scene, expected] of rows) {
    it(title, () => expect(textOf(mergedColours.propose(scene))).to.equal(expected));
  }
});

describe('repeated colours', () => {
  const rows: readonly (readonly [title: string, scene: Scene, next: string])[] = [
    ['need a palette', paletteScene({ tried: [trial(85, 80, { variant: '--nofs' })] }), 'none'],
    ['need one that meets the target', paletteScene({ tried: [palette(85, 75)] }), 'none'],
    [
      'ask for a palette that is a little finer',
      paletteScene({ tried: [palette(85, 80)] }),
      '90 --nofs',
    ],
    [
      'are made of a finer one of the search',
      paletteScene({ tried: finer }),
      '90 --nofs repeated-colours 0.8 of trial-90',
    ],
    [
      'are made of the best one where a finer one is worse',
      paletteScene({ tried: [palette(85, 80), palette(90, 79, { step: 'repeatedColours' })] }),
      '85 --nofs repeated-colours 0.8 of trial-85',
    ],
    [
      'are made of the best one where no finer one is made',
      paletteScene({
        tried: [palette(85, 80), refusal(90, { step: 'repeatedColours', variant: '--nofs' })],
      }),
      '85 --nofs repeated-colours 0.8 of trial-85',
    ],
    [
      'end near the target',
      paletteScene({ tried: [...finer, derived('repeated-colours', 0.8, 80, 900)] }),
      'none',
    ],
    [
      'end where one that meets the target is larger',
      paletteScene({ tried: [...finer, derived('repeated-colours', 0.8, 83, 1060)] }),
      'none',
    ],
    [
      'end where coarser ones are expected to save nothing',
      paletteScene({
        tried: [...finer, ...[1, 2].map((at) => derived('repeated-colours', at, 85 - at, 1010))],
      }),
      'none',
    ],
    [
      'get coarser above the target',
      paletteScene({ tried: [...finer, derived('repeated-colours', 0.8, 83, 900)] }),
      '90 --nofs repeated-colours 1.07 of trial-90',
    ],
  ];
  for (const [title, scene, expected] of rows) {
    it(title, () => expect(textOf(repeatedColours.propose(scene))).to.equal(expected));
  }
});

describe('the best palette', () => {
  const rows: readonly (readonly [title: string, tried: readonly Trial[], file: string])[] = [
    [
      'is that of the encoder where none is worth its errors',
      [derived('merged-colours', 4, 80, 961)],
      'trial-85',
    ],
    ['is a merged one', [derived('merged-colours', 4, 80, 950)], 'merged-colours 4'],
    [
      'is a repeated one that is smaller than the merged one',
      [derived('merged-colours', 4, 80, 900), derived('repeated-colours', 0.8, 79.6, 860)],
      'repeated-colours 0.8',
    ],
    [
      'is the merged one where a repeated one is hardly smaller',
      [derived('merged-colours', 4, 80, 900), derived('repeated-colours', 0.8, 79.6, 870)],
      'merged-colours 4',
    ],
    ['misses no target', [derived('repeated-colours', 0.8, 78.7, 500)], 'trial-85'],
  ];
  for (const [title, further, file] of rows) {
    it(title, () => {
      const scene = paletteScene({ tried: [...finer, ...further] });
      expect(bestOf(scene)?.file).to.equal(file);
    });
  }
});
