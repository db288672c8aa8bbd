import type { SettingRange } from '../encoder.ts';
import { judgedScore, type Look } from './look.ts';
import { meets, nextSetting, type Trial } from './search-step.ts';

/** Points above the target that say that tiles show little of what the picture is of, such as the moon in a night sky. */
const muchAbove = 3;

/** Points between the whole and the worst place of tiles that all look alike. */
const usualSpread = 4;

/**
 * Whether a place that sample tiles do not show may look much worse than these: they look better than was
 * aimed at, or some of them far worse than others. `trials` are of one variant.
 */
export const mayHideBadPlace = (
  trials: readonly Readonly<{ score: number; worstPlace: number }>[],
  target: number,
): boolean => {
  const [nearest] = trials.toSorted(
    (one, other) => Math.abs(one.score - target) - Math.abs(other.score - target),
  );
  if (nearest === undefined) return true;
  const { score, worstPlace } = nearest;
  return score > target + muchAbove || score - worstPlace > usualSpread;
};

/** Most encodings of a whole picture: with the setting of its tiles, and with finer ones. */
const mostEncodings = 4;

/**
 * The finer setting to encode a whole picture with, after those in `tried`, measured by all pixels;
 * undefined where the last one is good enough, or none is left.
 */
export const finerSetting = (
  tried: readonly Readonly<{ setting: number; look: Look }>[],
  mediaType: string,
  range: SettingRange,
  target: number,
): number | undefined => {
  const trials = tried.map(({ setting, look }): Trial => ({
    setting,
    score: judgedScore(look, mediaType, target),
  }));
  const last = trials.at(-1);
  if (last === undefined || meets(last.score, target)) return undefined;
  return nextSetting(trials, range, target, { maxTrials: mostEncodings });
};
