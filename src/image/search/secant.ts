import type { SettingRange } from '../encoder.ts';
import { placeOf, settingAt } from './places.ts';

/** One setting tried, and the score of its result. */
export type Trial = Readonly<{ setting: number; score: number }>;

/** A score up to this many points below the target meets it; scores are not more exact than that. */
export const tolerance = 0.7;

/** Points between the ends of a range that does not say otherwise. */
const expectedSpread = { ratio: 40, difference: 60, remainder: 40 } as const;

/** Settings nearer than this share of the range count as the same. */
const sameness = 0.004;

/** Whether a score reaches the target, within the tolerance. */
export const meets = (score: number, target: number): boolean => score >= target - tolerance;

/** When a search ends. */
export type SearchLimits = Readonly<{
  maxTrials: number;
  /** A score that meets the target and is at most so many points above ends the search. */
  slack?: number | undefined;
}>;

/**
 * The setting to try next; undefined when it was tried before, the last score is close to the target, or
 * `maxTrials` are made, and two more where the best is far above the target. Secant method: between a
 * trial that meets the target and one that misses it, in proportion to their scores, and in the middle
 * where the last trial scored as the one before, or one is beyond a cliff and that setting was tried; with
 * trials on one side alone, along the slope of the last two.
 */
export const nextSetting = (
  trials: readonly Trial[],
  range: SettingRange,
  target: number,
  { maxTrials, slack = tolerance }: SearchLimits,
): number | undefined => {
  if (maxTrials < 1) return undefined;
  const last = trials.at(-1);
  if (last === undefined) return settingAt(range, placeOf(range, range.start));
  const isNear = meets(last.score, target) && last.score <= target + slack;
  const { met, missed } = bracketOf(trials, range, target);
  const isFar = met !== undefined && met.score > target + farAbove;
  if (trials.length >= maxTrials + (isFar ? furtherTrials : 0) || isNear) return undefined;
  const places =
    met !== undefined && missed !== undefined
      ? [
          last.score === trials.at(-2)?.score ? 0.5 : shareOf(trials, met, missed, target),
          ...(met.score - missed.score > steep ? [0.5] : []),
        ].map((share) =>
          between(placeOf(range, met.setting), placeOf(range, missed.setting), share),
        )
      : [along(trials, range, target, met ?? missed ?? last)];
  const isKnown = (next: number): boolean =>
    trials.some(
      ({ setting }) => Math.abs(placeOf(range, setting) - placeOf(range, next)) < sameness,
    );
  return places
    .map((at) => settingAt(range, Math.min(1, Math.max(0, at))))
    .find((next) => !isKnown(next));
};

/** Points between neighbouring settings of which one shows bands or has spoiled a place. */
const steep = 4;

/** A palette that is so many points above the target often has a fifth more bytes than it needs. */
const farAbove = 3;

/** Trials besides the usual ones, where the best of these is far above the target. */
const furtherTrials = 2;

/**
 * Whether the search ended for lack of trials, with settings left to try and the best one far above the
 * target, or below it.
 */
export const isOutOfTrials = (
  trials: readonly Trial[],
  range: SettingRange,
  target: number,
  limits: SearchLimits,
): boolean => {
  const best = bestTrial(trials, range, target);
  if (best === undefined) return false;
  const isGood = meets(best.score, target) && best.score <= target + farAbove;
  const more = { ...limits, maxTrials: trials.length + 1 };
  return !isGood && nextSetting(trials, range, target, more) !== undefined;
};

/** The coarsest trial that meets the target; where none does, the one with the best score. */
export const bestTrial = <T extends Trial>(
  trials: readonly T[],
  range: SettingRange,
  target: number,
): T | undefined => bracketOf(trials, range, target).met ?? trials.toSorted(byScore)[0];

/**
 * The smallest trial that meets the target, which is not always the coarsest; where none does, the one
 * with the best score.
 */
export const smallestTrial = <T extends WrittenTrial>(
  trials: readonly T[],
  range: SettingRange,
  target: number,
): T | undefined => {
  const met = trials.filter(({ score }) => meets(score, target));
  return (
    met.toSorted((one, other) => one.bytes - other.bytes)[0] ?? bestTrial(trials, range, target)
  );
};

/** A trial with the bytes of its result. */
export type WrittenTrial = Trial & Readonly<{ bytes: number }>;

/** Across a larger gap in score, a setting between two trials may score like either of them. */
const smallGap = 6;

/**
 * The setting for a picture whose sample tiles were tried: between the trials on both sides of the target;
 * that of the best trial where all are on one side.
 */
export const settledSetting = (
  trials: readonly Trial[],
  range: SettingRange,
  target: number,
): number | undefined => {
  const { met, missed } = bracketOf(trials, range, target);
  if (met === undefined || missed === undefined) return bestTrial(trials, range, target)?.setting;
  if (met.score <= target || met.score - missed.score > smallGap) return met.setting;
  const share = (met.score - target) / (met.score - missed.score);
  const [from, to] = [placeOf(range, met.setting), placeOf(range, missed.setting)];
  return settingAt(range, from + share * (to - from));
};

const byScore = (one: Trial, other: Trial): number => other.score - one.score;

/**
 * The coarsest trial that meets the target, and the finest that misses it and is coarser. Where a coarser
 * one scores better than a finer one, the coarser one counts.
 */
export const bracketOf = <T extends Trial>(
  trials: readonly T[],
  range: SettingRange,
  target: number,
): Readonly<{ met: T | undefined; missed: T | undefined }> => {
  const fromFinest = trials.toSorted(
    (one, other) => placeOf(range, one.setting) - placeOf(range, other.setting),
  );
  const met = fromFinest.findLast(({ score }) => meets(score, target));
  const missed = fromFinest.find(
    ({ setting, score }) =>
      !meets(score, target) &&
      (met === undefined || placeOf(range, setting) > placeOf(range, met.setting)),
  );
  return { met, missed };
};

/**
 * Where the target is expected between `met` (0) and `missed` (1); kept off both ends, so that the bracket shrinks. Near
 * the target it is in the farther half where a finer trial scored as `met` did: the fall is further on.
 */
const shareOf = (trials: readonly Trial[], met: Trial, missed: Trial, target: number): number => {
  const isFiner = (one: Trial): boolean => one !== met && meets(one.score, target);
  const isAlike = (one: Trial): boolean => Math.abs(one.score - met.score) < tolerance;
  const isLevel =
    met.score <= target + farAbove && trials.some((one) => isFiner(one) && isAlike(one));
  const share = (met.score - target) / (met.score - missed.score);
  return Math.min(0.85, Math.max(isLevel ? 0.5 : 0.15, share));
};

const between = (from: number, to: number, share: number): number => from + share * (to - from);

const along = (
  trials: readonly Trial[],
  range: SettingRange,
  target: number,
  from: Trial,
): number =>
  placeOf(range, from.setting) +
  (from.score - target) / spreadOf(trials, range, from.score > target);

/**
 * Points between the ends of the range, computed from the last two trials within likely bounds; the expected ones where
 * the finer of two below the target is better by less than scores are exact.
 */
const spreadOf = (trials: readonly Trial[], range: SettingRange, isAbove: boolean): number => {
  const usual = range.spread ?? expectedSpread[range.steps];
  const expected = isAbove ? (range.spreadAbove ?? usual) : usual;
  const [before, last] = trials.slice(-2);
  if (before === undefined || last === undefined) return expected;
  const distance = placeOf(range, last.setting) - placeOf(range, before.setting);
  const spread = (before.score - last.score) / distance;
  const isNoise = spread !== 0 && spread * Math.abs(distance) < tolerance;
  if (isNoise && !isAbove) return expected;
  return Math.min(expected * 3, Math.max(expected * 0.4, spread));
};
