import type { Attempt, Refusal, Scene, Trial } from '../../../src/image/search/step.ts';

/** A search for the quality of a WebP that aims at 79.5, before its first trial, but for `changes`. */
export const sceneWith = (changes: Partial<Scene> = {}): Scene => ({
  mediaType: 'image/webp',
  range: { finest: 100, coarsest: 40, start: 80, steps: 'difference' },
  configured: { value: 80, variant: undefined },
  variants: [undefined],
  has: { draft: false, best: false, coarserPalettes: false, coarseAlpha: false },
  of: 'whole',
  pixels: 10_000,
  trialPixels: 10_000,
  alphaBytes: 0,
  target: 79.5,
  limits: { maxTrials: 5 },
  budget: 5,
  mayGiveUp: false,
  mostResultBytes: Infinity,
  mostTrialBytes: Infinity,
  tried: [],
  ...changes,
});

/** A search for the scale of a JPEG in two variants. */
export const jpegScene = (changes: Partial<Scene> = {}): Scene =>
  sceneWith({
    mediaType: 'image/jpeg',
    range: { finest: 1, coarsest: 32, start: 3, steps: 'ratio' },
    variants: ['2x2', '1x1'],
    ...changes,
  });

/** A search for a palette, of which coarser ones may be made. */
export const paletteScene = (changes: Partial<Scene> = {}): Scene =>
  sceneWith({
    mediaType: 'image/png',
    range: { finest: 100, coarsest: 40, start: 85, steps: 'remainder' },
    variants: ['--nofs', '--floyd=1'],
    has: { draft: false, best: false, coarserPalettes: true, coarseAlpha: false },
    ...changes,
  });

/** A trial at a setting, of 1000 bytes unless `changes` say otherwise. */
export const trial = (setting: number, score: number, changes: Partial<Trial> = {}): Trial => ({
  ...{ step: 'settings', variant: undefined, effort: 'usual', of: 'whole' },
  ...{ file: `trial-${setting}`, bytes: 1000, milliseconds: 1, isWarned: false },
  look: { score, worstPlace: score - 4, banding: 0, colourLoss: 0 },
  ...{ setting, score },
  ...changes,
});

export const refusal = (setting: number, changes: Partial<Refusal> = {}): Refusal => ({
  ...{ step: 'settings', variant: undefined, effort: 'usual', of: 'whole' },
  ...{ setting, refused: 'declined' },
  ...changes,
});

/** An attempt as text: its setting, variant and effort, and what it is derived of. */
export const textOf = (attempt: Attempt | undefined): string => {
  if (attempt === undefined) return 'none';
  const { setting, variant, effort, of, derived, measuredBy } = attempt;
  const words = [setting, variant, effort === 'usual' ? undefined : effort];
  const made = derived && `${derived.kind} ${derived.coarseness} of ${derived.of.file}`;
  return [...words, of === 'tiles' ? of : undefined, made, measuredBy]
    .filter((word) => word !== undefined)
    .join(' ');
};
