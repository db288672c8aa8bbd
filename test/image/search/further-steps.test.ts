import { expect } from 'chai';
import { bestEffort, bestOf, coarseAlpha } from '../../../src/image/search/further-steps.ts';
import type { Scene, Trial } from '../../../src/image/search/step.ts';
import { refusal, sceneWith, textOf, trial } from '../../support/image/search-scenes.ts';

const can = { draft: false, best: true, coarserPalettes: false, coarseAlpha: true };
const first = trial(80, 79.5);
const better = (setting: number, bytes: number, score: number): Trial =>
  trial(setting, score, { step: 'bestEffort', effort: 'best', bytes, file: `better-${setting}` });
const scene = (tried: Scene['tried'], changes: Partial<Scene> = {}): Scene =>
  sceneWith({ has: can, alphaBytes: 500, tried: [first, ...tried], ...changes });

describe('better arguments', () => {
  const rows: readonly (readonly [
    title: string,
    scene: Scene,
    next: string,
    best: number | undefined,
  ])[] = [
    ['are tried at the setting of the best trial', scene([]), '80 best', 1000],
    ['are tried coarser above the target', scene([better(80, 940, 82)]), '78 best', 940],
    ['are tried finer below it', scene([better(80, 800, 77)]), '83 best', 1000],
    ['are tried twice', scene([better(80, 940, 82), better(78, 860, 79.6)]), 'none', 860],
    [
      'are taken where they meet the target',
      scene([better(80, 940, 82), better(78, 800, 78.7)]),
      'none',
      940,
    ],
    [
      'are not taken where none does',
      scene([better(80, 800, 77), better(82, 850, 78)]),
      'none',
      1000,
    ],
    [
      'are not taken in more bytes',
      scene([better(80, 1100, 82), better(78, 1010, 79.6)]),
      'none',
      1000,
    ],
    [
      'are not tried again at hardly fewer bytes for the score',
      scene([better(80, 990, 79.5)]),
      'none',
      990,
    ],
    [
      'nor where a smaller result scores less by as much',
      scene([better(80, 960, 78.6)]),
      'none',
      1000,
    ],
    ['end where the encoder declines', scene([refusal(80, { step: 'bestEffort' })]), 'none', 1000],
    ['need some', scene([], { has: { ...can, best: false } }), 'none', 1000],
    [
      'need a result that meets the target',
      sceneWith({ has: can, tried: [trial(80, 78.7)] }),
      'none',
      1000,
    ],
    ['need a result', sceneWith({ has: can, tried: [refusal(80)] }), 'none', undefined],
    [
      'need work that is left',
      scene([], { pixels: 2e6, trialPixels: 2e6, budget: 2 }),
      'none',
      1000,
    ],
  ];
  for (const [title, given, next, bytes] of rows) {
    it(title, () => {
      expect(textOf(bestEffort.propose(given))).to.equal(next);
      expect(bestOf(given)?.bytes).to.equal(bytes);
    });
  }
});

describe('coarse alpha', () => {
  const made = (score: number): Trial =>
    trial(80, score, {
      step: 'coarseAlpha',
      bytes: 900,
      derived: { kind: 'coarse-alpha', coarseness: 0, of: first },
    });
  const wanted = '80 coarse-alpha 0 of trial-80';
  const rows: readonly (readonly [title: string, scene: Scene, next: string, best: number])[] = [
    ['is made of the best result', scene([]), wanted, 1000],
    [
      'is made of a better one',
      scene([better(80, 900, 80)]),
      '80 best coarse-alpha 0 of better-80',
      900,
    ],
    ['is made once, and taken where it meets the target', scene([made(79)]), 'none', 900],
    ['is not taken where it misses it', scene([made(78)]), 'none', 1000],
    ['is not made again', scene([refusal(80, { step: 'coarseAlpha' })]), 'none', 1000],
    ['is not made of little alpha', scene([], { alphaBytes: 49 }), 'none', 1000],
    ['is made of a twentieth of the bytes', scene([], { alphaBytes: 51 }), wanted, 1000],
    ['needs arguments for it', scene([], { has: { ...can, coarseAlpha: false } }), 'none', 1000],
    [
      'needs a result that meets the target',
      sceneWith({ has: can, alphaBytes: 500, tried: [trial(80, 78)] }),
      'none',
      1000,
    ],
  ];
  for (const [title, given, next, bytes] of rows) {
    it(title, () => {
      expect(textOf(coarseAlpha.propose(given))).to.equal(next);
      expect(bestOf(given)?.bytes).to.equal(bytes);
    });
  }
});
