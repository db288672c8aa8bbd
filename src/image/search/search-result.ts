import { bestOf } from './further-steps.ts';
import type { ReceiptTrial, SearchStop } from './receipt.ts';
import { bestOfSettings, isCutShort } from './settings.ts';
import {
  type Attempt,
  madeOf,
  isTrial,
  type MadeFile,
  type Scene,
  type Trial,
  trialsOf,
} from './step.ts';

/** What a search ends with. */
export type SearchResult = Readonly<{
  made: MadeFile;
  /** How it looks; undefined where it was not measured. */
  look: Trial['look'] | undefined;
  history: History;
}>;

/** What the receipt says of a search. */
export type History = Readonly<{
  /** Of the best trial; undefined where there is none. */
  setting: Readonly<{ value: number | undefined; variant: string | undefined }> | undefined;
  trials: readonly ReceiptTrial[];
  stopped: SearchStop | undefined;
  /** Time of all attempts. */
  milliseconds: number;
}>;

/** The result of a search that ended; undefined where no attempt gave one. */
export const searchResultOf = (
  scene: Scene,
  stopped: SearchStop | undefined,
): SearchResult | undefined => {
  const made = madeOf(scene);
  const whole = made.findLast(({ step }) => step === 'wholePicture' || step === 'asConfigured');
  const best = whole ?? (scene.of === 'whole' ? bestOf(scene) : undefined);
  if (best === undefined) return undefined;
  const ofTiles = trialsOf(scene, 'settings').find(
    ({ setting, variant }) => setting === best.setting && variant === best.variant,
  );
  const look = isTrial(best) ? best.look : ofTiles?.look;
  return { made: best, look, history: historyOf(scene, stopped, whole) };
};

/** `last` is no trial, but the result. */
export const historyOf = (
  scene: Scene,
  stopped: SearchStop | undefined,
  last?: MadeFile,
): History => {
  const made = madeOf(scene);
  const settled = bestOfSettings(scene)?.best;
  const best = last ?? settled;
  const isCut = settled !== undefined && isCutShort(scene, settled.variant);
  return {
    setting: best && { value: best.setting, variant: best.variant },
    trials: made
      .filter(isTrial)
      .filter((one) => one !== last)
      .map(receiptTrialOf),
    milliseconds: made.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    stopped: stopped ?? (isCut ? 'trials' : undefined),
  };
};

const receiptTrialOf = (trial: Trial): ReceiptTrial => ({
  setting: trial.setting,
  variant: variantText(trial) ?? null,
  score: tenths(trial.look.score),
  worstPlace: tenths(trial.look.worstPlace),
  milliseconds: Math.round(trial.milliseconds),
});

/** The variant, and what was done besides. */
const variantText = ({ variant, effort, derived }: Attempt): string | undefined => {
  if (derived === undefined) return variant ?? effortNames[effort];
  const { kind, of, coarseness } = derived;
  const how =
    kind === 'coarse-alpha' ? 'coarse alpha' : `${kind.replace('-colours', '')} ${coarseness}`;
  return `${variantText(of) ?? ''} ${how}`.trim();
};

const effortNames = { draft: 'draft', usual: undefined, best: 'other command' } as const;

const tenths = (value: number): number => Math.round(value * 10) / 10;
