import type { Setting } from '../../../image/encoder.ts';
import type { ReceiptTrial, SearchStop } from '../../../image/search/receipt.ts';
import { type MeasuredTrial, spentOn } from './run-trial.ts';

/** What the receipt says of a search. */
export const makingOf = (
  setting: Setting,
  all: readonly MeasuredTrial[],
  stopped: SearchStop | undefined,
): SearchMaking => ({
  setting,
  trials: all.map((trial) =>
    receiptTrialOf(
      { value: trial.setting, variant: trial.variant },
      trial.measured,
      spentOn(trial),
    ),
  ),
  milliseconds: all.reduce((sum, trial) => sum + spentOn(trial), 0),
  stopped,
});

type SearchMaking = Readonly<{
  setting: Setting;
  trials: readonly ReceiptTrial[];
  /** Time of all trials. */
  milliseconds: number;
  stopped: SearchStop | undefined;
}>;

/** What the receipt says of one trial. */
export const receiptTrialOf = (
  { value, variant }: Readonly<{ value: number; variant: string | undefined }>,
  { score, worstPlace }: Readonly<{ score: number; worstPlace: number }>,
  milliseconds: number,
): ReceiptTrial => ({
  setting: value,
  variant: variant ?? null,
  score: tenths(score),
  worstPlace: tenths(worstPlace),
  milliseconds: Math.round(milliseconds),
});

const tenths = (value: number): number => Math.round(value * 10) / 10;
