import type { SettingRange } from '../encoder.ts';
import { meets, nextSetting, type SearchLimits } from './secant.ts';
import { bestOfSettings, like } from './settings.ts';
import {
  type Attempt,
  type Derivation,
  hasRefusal,
  isRefusal,
  type Scene,
  smallestGood,
  type Step,
  type Trial,
  trialsOf,
} from './step.ts';

/** Palettes of which like colours became one. They are made of the finest palette of the search. */
export const mergedColours: Step = {
  name: 'mergedColours',
  propose: (scene) => {
    const best = paletteOf(scene);
    if (best === undefined || !mayGain(scene, best)) return undefined;
    const { range } = scene;
    const [base = best] = finerThan(scene, best).toSorted(
      (one, other) => evenPlaceOf(range, one.setting) - evenPlaceOf(range, other.setting),
    );
    const start = Math.round(2 * 16 ** evenPlaceOf(range, best.setting));
    return coarser(scene, {
      ...{ step: 'mergedColours', kind: 'merged-colours', base },
      ...{ range: { finest: 2, coarsest: 256, start, steps: 'ratio' }, bytesToBeat: best.bytes },
    });
  },
};

/**
 * Palettes in which pixels take the colours of earlier places that they resemble. They are made of a palette that is a
 * little finer than the best one.
 */
export const repeatedColours: Step = {
  name: 'repeatedColours',
  propose: (scene) => {
    const best = paletteOf(scene);
    if (best === undefined) return undefined;
    const base = finerPalette(scene, best);
    if ('step' in base && !('file' in base)) return base;
    const { bytes: bytesToBeat } = coarsestOf(scene, 'mergedColours', best) ?? best;
    return coarser(scene, {
      ...{ step: 'repeatedColours', kind: 'repeated-colours', base },
      ...{ range: { finest: 0.3, coarsest: 8, start: 0.8, steps: 'ratio' }, bytesToBeat },
    });
  },
};

/** The smallest palette that such a step made, where it is worth its errors beside the best one before. */
export const coarsestOf = (
  scene: Scene,
  step: 'mergedColours' | 'repeatedColours',
  before: Trial,
): Trial | undefined => {
  const smallest = smallestGood(madeBy(scene, step), scene);
  return smallest && smallest.bytes <= before.bytes * worthItsErrors ? smallest : undefined;
};

/** The filters of PNG, which follow, make a plain palette smaller, and seldom one with repetitions. */
const worthItsErrors = 0.96;

/** The best palette, where coarser ones are made of it. */
const paletteOf = (scene: Scene): Trial | undefined => {
  const best = scene.has.coarserPalettes ? bestOfSettings(scene)?.best : undefined;
  // Another variant was dithered to the target at a price, and has no errors to spare.
  const isWanted =
    best?.colours !== undefined &&
    best.variant === scene.variants[0] &&
    meets(best.score, scene.target);
  return isWanted ? best : undefined;
};

/** Whether the encoder has no coarser palette that is needed, or its palette takes a large share of the bytes. */
const mayGain = ({ target }: Scene, { score, bytes, colours = 0 }: Trial): boolean =>
  score > target + farAbove || colours * entryBytes > bytes * largeShare;

const farAbove = 3;

/** Red, green, blue and alpha. */
const entryBytes = 4;
const largeShare = 0.1;

type Coarsening = Readonly<{
  step: 'mergedColours' | 'repeatedColours';
  kind: Derivation['kind'];
  base: Trial;
  /** Errors in squared levels that one bit is worth. */
  range: SettingRange;
  /** Bytes that the result is to be smaller than. */
  bytesToBeat: number;
}>;

/** The settings here are coarsenesses. */
const madeBy = (scene: Scene, step: Coarsening['step']) =>
  trialsOf(scene, step)
    .filter(({ derived }) => derived !== undefined)
    .map(byCoarseness);

const byCoarseness = (trial: Trial): Trial => ({
  ...trial,
  setting: trial.derived?.coarseness ?? 0,
});

/** The next one, as coarse as the target allows. */
const coarser = (
  scene: Scene,
  { step, kind, base, range, bytesToBeat }: Coarsening,
): Attempt | undefined => {
  const made = madeBy(scene, step);
  const last = made.at(-1);
  const isRefused = scene.tried.some((one) => one.step === step && isRefusal(one) && one.derived);
  if (isRefused || (last !== undefined && !mayBecomeWorth(scene, kind, last, bytesToBeat))) {
    return undefined;
  }
  if (last !== undefined && bytesAtTarget(made.at(-2) ?? base, last, scene.target) > bytesToBeat) {
    return undefined;
  }
  const coarseness = nextSetting(made, range, scene.target, limits);
  return coarseness === undefined
    ? undefined
    : like(base, { step, derived: { kind, of: base, coarseness } });
};

/** Besides those of the palette. */
const limits: SearchLimits = { maxTrials: 3, slack: 2 };

/** Whether another trial may: where this one meets the target, a coarser one. */
const mayBecomeWorth = (
  { target }: Scene,
  kind: Derivation['kind'],
  { score, bytes }: Trial,
  bytesToBeat: number,
): boolean => {
  // Fewer colours take far fewer bytes.
  if (kind === 'merged-colours' && score > target + farAbove) return true;
  return bytes <= bytesToBeat * (meets(score, target) ? mostOverBest : worthItsErrors);
};

/** The bytes that a coarser palette is expected to have at the target by these two; 0 where they do not tell. */
const bytesAtTarget = (finer: Trial, { score, bytes }: Trial, target: number): number =>
  meets(score, target) && finer.score > score
    ? bytes + ((bytes - finer.bytes) * (score - target)) / (finer.score - score)
    : 0;

/** One that meets the target with more bytes is as good as never worth its errors when it is coarser. */
const mostOverBest = 1.05;

/** Palettes of the encoder that are no worse than this one. */
const finerThan = (scene: Scene, { variant, score }: Trial): readonly Trial[] =>
  trialsOf(scene, 'settings').filter((one) => one.variant === variant && one.score >= score);

/** Share of the range of settings by which a palette is finer that has room for further errors. */
const roomForErrors = 0.05;

/** How far a setting lies from the finest (0) to the coarsest (1), in steps of equal size. */
const evenPlaceOf = ({ finest, coarsest }: SettingRange, setting: number): number =>
  (setting - finest) / (coarsest - finest);

/** The smallest of the finer trials; where there is none, the attempt at one that is made for this. */
const finerPalette = (scene: Scene, best: Trial): Trial | Attempt => {
  const { range } = scene;
  const most = evenPlaceOf(range, best.setting) - roomForErrors;
  const [finer] = finerThan(scene, best)
    .filter(({ setting }) => evenPlaceOf(range, setting) <= most)
    .toSorted((one, other) => one.bytes - other.bytes);
  if (finer !== undefined) return finer;
  const own = trialsOf(scene, 'repeatedColours').find(({ derived }) => derived === undefined);
  if (own !== undefined) return own.score < best.score ? best : own;
  const setting = Math.round((2 * best.setting + range.finest) / 3);
  return setting === best.setting || hasRefusal(scene, 'repeatedColours')
    ? best
    : like(best, { step: 'repeatedColours', setting });
};
