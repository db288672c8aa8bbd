import { isWithinBudget } from './budget.ts';
import { leastBytesAtTarget } from './least-bytes.ts';
import { meets } from './secant.ts';
import { bestOfSettings, staysBelowTarget } from './settings.ts';
import { type Attempt, isRefusal, isTrial, type Scene } from './step.ts';

/** When a rule is asked: after each attempt, or once all settings were tried. */
type Moment = 'attempt' | 'settings';

/** Why a search is given up, as the receipt says it; undefined where it goes on. */
export const skipReason = (scene: Scene, moment: Moment): string | undefined =>
  rules.find((rule) => rule.after === moment && rule.holds(scene))?.reason;

const hardlySmaller = 'given up: its source, which is lossy already, is hardly larger';

const rules: readonly Readonly<{
  reason: string;
  after: Moment;
  holds: (scene: Scene) => boolean;
}>[] = [
  {
    reason: hardlySmaller,
    after: 'attempt',
    holds: ({ tried, target, mostResultBytes }) => {
      const last = tried.at(-1);
      if (last?.step !== 'settings' || last.effort === 'draft' || !isTrial(last)) return false;
      return leastBytesAtTarget(last, target) > mostResultBytes;
    },
  },
  {
    reason: hardlySmaller,
    after: 'settings',
    holds: (scene) => {
      const best = bestOfSettings(scene)?.best;
      return best?.colours !== undefined && best.bytes > scene.mostResultBytes;
    },
  },
  {
    reason: 'given up: another result is far smaller',
    after: 'settings',
    holds: (scene) => {
      const best = bestOfSettings(scene);
      const isGood = best !== undefined && (best.isAcceptable || meets(best.score, scene.target));
      // Finer settings than one that is too large are larger still.
      return !isGood && scene.tried.some((one) => isRefusal(one) && one.refused === 'farLarger');
    },
  },
  {
    reason: 'given up: no palette is expected to reach the target',
    after: 'settings',
    holds: (scene) => {
      const best = bestOfSettings(scene)?.best;
      return best !== undefined && staysBelowTarget(scene, best);
    },
  },
];

/** Whether an attempt is made whatever the load: there is no result without it. */
export const isNeeded = ({ tried }: Scene, { step }: Attempt): boolean =>
  tried.length === 0 || (step === 'wholePicture' && !tried.some((one) => one.step === step));

/** Whether an attempt at a setting takes more work than is allowed. The first with a variant never does. */
export const isOverBudget = (scene: Scene, { step, variant }: Attempt): boolean =>
  step === 'settings' &&
  scene.tried.some((one) => one.variant === variant) &&
  !isWithinBudget(scene);
