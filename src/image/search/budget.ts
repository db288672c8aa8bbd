import { meets } from './secant.ts';
import { isTrial, type Scene } from './step.ts';

/**
 * Pixels that trials may encode whatever the budget: a small picture costs little, and finding its best
 * setting takes several trials.
 */
const freePixels = 1_000_000;

/** Time of decoding and measuring a result, as a share of encoding it. */
const measuringShare = 0.25;

/** The same for a palette, whose pixels are all measured for bands. */
const paletteMeasuringShare = 0.5;

/** While no trial meets the target, the budget is this many times as large. */
const missedTargetFactor = 2;

/**
 * Whether another trial is within the budget, with those of all variants so far. Work is counted in pixels, not timed,
 * so that every machine makes the same trials.
 */
export const isWithinBudget = (scene: Scene): boolean => {
  const { tried, mediaType, trialPixels, pixels, budget, target } = scene;
  const trials = tried.filter(isTrial);
  const isMet = trials.some(({ score }) => meets(score, target));
  const share = mediaType === 'image/png' ? paletteMeasuringShare : measuringShare;
  const cost = (trials.length + 1) * trialPixels * (1 + share);
  return cost <= Math.max(budget * pixels, freePixels) * (isMet ? 1 : missedTargetFactor);
};
