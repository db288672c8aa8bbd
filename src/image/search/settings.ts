import type { SettingRange } from '../encoder.ts';
import { maxColours } from '../png/palette.ts';
import { maxBanding } from '../score/banding.ts';
import { looksRight } from './look.ts';
import { ditheringGain, reachOfPalette } from './palette-reach.ts';
import { placeOf } from './places.ts';
import { endsInRepetition, isRepeated } from './repetition.ts';
import {
  bestTrial,
  bracketOf,
  isOutOfTrials,
  meets,
  nextSetting,
  smallestTrial,
} from './secant.ts';
import { type Attempt, isRefusal, type Scene, type Step, type Trial, trialsOf } from './step.ts';
import {
  isHardlyLarger,
  needsNextVariant,
  preferredVariant,
  type VariantOutcome,
} from './variants.ts';

/** For each variant of the encoder, the settings by which it nears the target; later ones where earlier ones fail. */
export const settingSteps = ({ variants }: Scene): readonly Step[] =>
  variants.map((variant, index) => ({
    name: 'settings',
    propose: (scene) => {
      if (index > 0 && !isNeeded(scene, index)) return undefined;
      const { setting } = nextOf(scene, variant, index);
      if (setting === undefined) return undefined;
      const effort = isDraft(scene) ? 'draft' : 'usual';
      return { step: 'settings', setting, variant, effort, of: scene.of };
    },
  }));

/** The best trial of a variant, with what it is compared with others by. */
type Outcome = VariantOutcome & Readonly<{ best: Trial }>;

/** The best of all variants; undefined before the first trial. */
export const bestOfSettings = (scene: Scene): Outcome | undefined => {
  const outcomes = scene.variants.flatMap((variant) => outcomeOf(scene, variant) ?? []);
  return preferredVariant(outcomes, scene.target);
};

/** Whether no number of colours, and dithering besides, make a palette acceptable. */
export const staysBelowTarget = (
  { target, mayGiveUp }: Scene,
  { look, colours }: Trial,
  gain = ditheringGain,
): boolean =>
  mayGiveUp &&
  colours !== undefined &&
  (!meets(reachOfPalette(look.score, colours) + gain, target) ||
    (colours >= nearlyAll && look.banding > mostBandsToDither));

/** Whether the settings of a variant ended for lack of trials. */
export const isCutShort = (scene: Scene, variant: string | undefined): boolean =>
  nextOf(scene, variant, scene.variants.indexOf(variant)).isCut === true;

/** Whether a variant is tried after those before it. */
const isNeeded = (scene: Scene, index: number): boolean => {
  const { variants, target } = scene;
  const before = variants.slice(0, index).flatMap((one) => outcomeOf(scene, one) ?? []);
  const last = before.at(-1);
  if (last === undefined || !needsNextVariant(last, target)) return false;
  // Beside a palette that may win, stronger dithering than the weakest takes too many bytes. Where the last one hardly
  // has more, the strongest is next: places of the ones between score too high.
  const [plain] = before;
  if (index > 1 && plain !== undefined && before.some(({ isAcceptable }) => isAcceptable)) {
    if (index < variants.length - 1 || !isHardlyLarger(last, plain)) return false;
  }
  const isWeakest = index === 1 && index < variants.length - 1;
  return !staysBelowTarget(scene, last.best) && !(isWeakest && showsBands(scene, last.best));
};

/**
 * Whether bands show in a palette of a large picture. The weakest dithering made up for poor places of such palettes,
 * but for bands in two of twelve.
 */
const showsBands = ({ has }: Scene, { colours, look }: Trial): boolean =>
  colours !== undefined && !has.coarserPalettes && look.banding > maxBanding;

const ofVariant = (scene: Scene, variant: string | undefined): readonly Trial[] =>
  trialsOf(scene, 'settings').filter((one) => one.variant === variant);

const outcomeOf = (scene: Scene, variant: string | undefined): Outcome | undefined => {
  const { range, target, mediaType, of } = scene;
  const best = smallestTrial(ofVariant(scene, variant), range, target);
  if (best === undefined) return undefined;
  // Only JPEG has a variant that keeps more colour, or becomes too large where it cannot.
  const isJpeg = mediaType === 'image/jpeg';
  return {
    best,
    score: best.score,
    bytes: best.bytes,
    isWhole: of === 'whole',
    place: isJpeg ? placeOf(range, best.setting) : 1,
    colourLoss: isJpeg ? best.look.colourLoss : 0,
    isAcceptable: !isJpeg && looksRight(best.look, target),
  };
};

type Next = Readonly<{ setting?: number | undefined; isCut?: boolean }>;

/** The next setting of a variant; none when its search has ended, which `isCut` when that is too early. */
const nextOf = (scene: Scene, variant: string | undefined, index: number): Next => {
  const { target, tried, limits } = scene;
  if (tried.some((one) => isRefusal(one) && one.variant === variant)) return {};
  const effort = isDraft(scene) ? 'draft' : 'usual';
  const trials = ofVariant(scene, variant).filter((one) => one.effort === effort);
  const last = trials.at(-1);
  if (last !== undefined && isFinal(scene, last, index)) return {};
  if (last !== undefined && staysBelowTarget(scene, last, 0)) return {};
  // The encoder has reached a limit of its own. Where it is the number of colours, coarser settings need fewer.
  const hasAllColours = (last?.colours ?? 0) >= nearlyAll;
  if (!hasAllColours && endsInRepetition(trials, target)) return {};
  const from = rangeOf(scene, variant, index);
  if (last?.colours !== undefined && isNarrow(bracketOf(trials, from, target))) return {};
  const within = { ...limits, maxTrials: limits.maxTrials + (isRepeated(trials) ? 1 : 0) };
  const setting = nextSetting(trials, from, target, within);
  return setting === undefined
    ? { isCut: isOutOfTrials(trials, from, target, within) }
    : { setting };
};

/**
 * Whether finer settings than that of a palette give the same one, a coarser one of a large picture will show bands, or
 * one of a dithered palette hardly saves bytes: its noise takes most.
 */
const isFinal = (
  { target, has }: Scene,
  { score, colours = 0, look }: Trial,
  index: number,
): boolean =>
  meets(score, target)
    ? colours > 0 && (index > 0 || (!has.coarserPalettes && look.banding > nearlySeen))
    : colours >= nearlyAll;

/** Levels of bands. With one step less of quality a palette shows them. */
const nearlySeen = 1.2;

/** Levels of bands, three times those that are accepted. Dithering leaves a third at least. */
const mostBandsToDither = 4.2;

/** Whether a palette between these two hardly saves bytes. */
const isNarrow = ({ met, missed }: ReturnType<typeof bracketOf<Trial>>): boolean =>
  met !== undefined && missed !== undefined && missed.bytes >= met.bytes * hardlyLess;

const hardlyLess = 0.965;

/** Colours of a palette that finer settings make no better: some become equal where what is clear is made so again. */
const nearlyAll = maxColours - 16;

/** The best setting of another variant is close to the best of this one; a draft tells where to go on. */
const rangeOf = (scene: Scene, variant: string | undefined, index: number): SettingRange => {
  const { range, target } = scene;
  const draft = trialsOf(scene, 'settings').find(({ effort }) => effort === 'draft');
  if (draft !== undefined && !isDraft(scene)) return afterDraft(range, draft, target);
  const earlier = trialsOf(scene, 'settings').filter((one) => one.variant !== variant);
  const start = index > 0 ? bestTrial(earlier, range, target)?.setting : undefined;
  return start === undefined ? range : { ...range, start };
};

/** Whether a trial is a draft: the first one, and all of a picture that takes too long with the usual command. */
const isDraft = (scene: Scene): boolean =>
  scene.has.draft && (scene.pixels > mostPixels || trialsOf(scene, 'settings').length === 0);

/** The last trial of a larger picture would start too late for the time of an answer. */
const mostPixels = 16_000_000;

/** The range to go on in, with the points that scores fall from its one end to the other. */
const afterDraft = (
  range: SettingRange,
  { score, setting }: Trial,
  target: number,
): SettingRange => {
  const expected = score + expectedGain;
  const error = 100 - (expected + target) / 2;
  const spread = fallPerStep * error * Math.abs(range.coarsest - range.finest);
  const known = range.steps === 'difference' ? { ...range, spread } : range;
  const next = nextSetting([{ setting, score: expected }], known, target, { maxTrials: 2 });
  return { ...known, start: next ?? setting };
};

/** With each step of the quality of `avifenc` a score falls by this share of its distance from 100. */
const fallPerStep = 0.05;

/** Points of the score that the usual command of `avifenc` gains over its draft command at one setting. */
const expectedGain = 0.5;

/** The attempt that repeats a trial with what `changes` say. */
export const like = (
  { setting, variant, effort, of }: Trial,
  changes: Pick<Attempt, 'step'> & Partial<Attempt>,
): Attempt => ({ setting, variant, effort, of, ...changes });
