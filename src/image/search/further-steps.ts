import { isWithinBudget } from './budget.ts';
import { coarsestOf } from './coarser-palettes.ts';
import { meets, nextSetting } from './secant.ts';
import { bestOfSettings, like } from './settings.ts';
import { hasRefusal, type Scene, smallestGood, type Step, type Trial, trialsOf } from './step.ts';

/** One or two trials with the encoder's better arguments, the first at the setting of the best trial. */
export const bestEffort: Step = {
  name: 'bestEffort',
  propose: (scene) => {
    const best = bestOfSettings(scene)?.best;
    if (!scene.has.best || best === undefined || !meets(best.score, scene.target)) return undefined;
    const trials = trialsOf(scene, 'bestEffort');
    const last = trials.at(-1);
    if (hasRefusal(scene, 'bestEffort') || !isWithinBudget(scene)) return undefined;
    if (last !== undefined && bytesAt(last, best.score) > best.bytes * worthATrial)
      return undefined;
    const limits = { ...scene.limits, maxTrials: mostTrials };
    const setting =
      last === undefined
        ? best.setting
        : trials.length < mostTrials
          ? nextSetting(trials, scene.range, scene.target, limits)
          : undefined;
    return setting === undefined
      ? undefined
      : like(best, { step: 'bestEffort', setting, effort: 'best' });
  },
};

const mostTrials = 2;

/** Share of the bytes at an equal score above which better arguments are not tried again. */
const worthATrial = 0.985;

/** Bytes of a trial at another score. */
const bytesAt = ({ bytes, score }: Trial, other: number): number =>
  bytes * Math.exp(logBytesPerPoint * (other - score));

/** Around the usual target. */
const logBytesPerPoint = 0.06;

/** The best colours, with alpha of fewer levels. */
export const coarseAlpha: Step = {
  name: 'coarseAlpha',
  propose: (scene) => {
    const best = bestOf(scene);
    const isTried = scene.tried.some(({ step }) => step === 'coarseAlpha');
    if (!scene.has.coarseAlpha || isTried || best === undefined) return undefined;
    // What fewer levels save is mostly less than half of the bytes of alpha.
    const hasMuchAlpha = scene.alphaBytes > best.bytes * leastAlpha;
    if (!hasMuchAlpha || !meets(best.score, scene.target)) return undefined;
    return like(best, {
      step: 'coarseAlpha',
      derived: { kind: 'coarse-alpha', of: best, coarseness: 0 },
    });
  },
};

/** Share of a result's bytes. */
const leastAlpha = 0.05;

/** The trial to take of all steps but the last, which encodes the whole picture; undefined before the first. */
export const bestOf = (scene: Scene): Trial | undefined => {
  const first = bestOfSettings(scene)?.best;
  if (first === undefined) return undefined;
  const merged = coarsestOf(scene, 'mergedColours', first) ?? first;
  const repeated = coarsestOf(scene, 'repeatedColours', merged) ?? merged;
  const better = smallestGood(trialsOf(scene, 'bestEffort'), scene);
  const best = better !== undefined && better.bytes < repeated.bytes ? better : repeated;
  return smallestGood(trialsOf(scene, 'coarseAlpha'), scene) ?? best;
};
