import { bestOf } from './further-steps.ts';
import { judgedScore } from './look.ts';
import { meets, nextSetting, settledSetting } from './secant.ts';
import { like } from './settings.ts';
import { isTrial, type Scene, type Step, type Trial, trialsOf } from './step.ts';

/**
 * The whole picture with the setting that its sample tiles led to. Where a place that they do not show may look bad, it
 * is measured by all its pixels, and made again with finer settings while it does.
 */
export const wholePicture: Step = {
  name: 'wholePicture',
  propose: (scene) => {
    const best = scene.of === 'tiles' ? bestOf(scene) : undefined;
    if (best === undefined) return undefined;
    const tiles = trialsOf(scene, 'settings').filter(({ variant }) => variant === best.variant);
    const settled = settledSetting(tiles, scene.range, scene.target);
    const isChecked = mayHideBadPlace(tiles, scene.target);
    const isFirst = !scene.tried.some(({ step }) => step === 'wholePicture');
    const setting = isFirst ? settled : isChecked ? finerSetting(scene) : undefined;
    if (setting === undefined) return undefined;
    const isMeasured = tiles.some((one) => one.setting === setting);
    const attempt = like(best, { step: 'wholePicture', setting, of: 'whole' });
    if (isChecked) return { ...attempt, measuredBy: 'pixels' };
    return isMeasured ? { ...attempt, measuredBy: 'nothing' } : attempt;
  },
};

/** Points above the target that say that tiles show little of what the picture is of, such as the moon in a night sky. */
const muchAbove = 3;

/** Points between the whole and the worst place of tiles that all look alike. */
const usualSpread = 4;

/**
 * Whether a place that sample tiles do not show may look much worse than these: they look better than was
 * aimed at, or some of them far worse than others. `trials` are of one variant.
 */
const mayHideBadPlace = (trials: readonly Trial[], target: number): boolean => {
  const [nearest] = trials
    .map(({ look }) => look)
    .toSorted((one, other) => Math.abs(one.score - target) - Math.abs(other.score - target));
  if (nearest === undefined) return true;
  const { score, worstPlace } = nearest;
  return score > target + muchAbove || score - worstPlace > usualSpread;
};

/** Most encodings of a whole picture: with the setting of its tiles, and with finer ones. */
const mostEncodings = 4;

/** The finer setting to go on with; undefined where the last one is good enough, or none is left. */
const finerSetting = (scene: Scene): number | undefined => {
  const { mediaType, range, target } = scene;
  const trials = scene.tried
    .filter(isTrial)
    .filter(({ step }) => step === 'wholePicture')
    .map(({ setting, look }) => ({ setting, score: judgedScore(look, mediaType, target) }));
  const last = trials.at(-1);
  if (last === undefined || meets(last.score, target)) return undefined;
  return nextSetting(trials, range, target, { maxTrials: mostEncodings });
};
