import type { Setting } from '../../../image/encoder.ts';
import type { ReceiptTrial, SearchStop } from '../../../image/quality/receipt.ts';
import { type MeasuredTrial, spentOn } from './run-trial.ts';

/** What the receipt says of a search. */
export const makingOf = (
  setting: Setting,
  all: readonly MeasuredTrial[],
  stopped: SearchStop | undefined,
): SearchMaking => ({
  setting,
  trials: all.map(receiptTrialOf),
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

const receiptTrialOf = (trial: MeasuredTrial): ReceiptTrial => ({
  setting: trial.setting,
  variant: trial.variant ?? null,
  score: tenths(trial.measured.score),
  worstPlace: tenths(trial.measured.worstPlace),
  milliseconds: Math.round(spentOn(trial)),
});

const tenths = (value: number): number => Math.round(value * 10) / 10;
