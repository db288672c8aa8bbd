import { rangeOf } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { finerSetting, mayHideBadPlace } from '../../image/search/all-pixels.ts';
import { type Look, lookOf } from '../../image/search/look.ts';
import type { ReceiptTrial } from '../../image/search/receipt.ts';
import type { Job } from '../job.ts';
import type { MadeResult, SkippedResult } from '../race/candidate-result.ts';
import type { ChainStart } from '../race/run-chain.ts';
import type { EncoderOptions } from '../race/run-encoder.ts';
import type { AdaptiveMode } from './choose-mode.ts';
import { type Measurer, withScore } from './measurer.ts';
import type { FoundSetting } from './search/search.ts';
import { receiptTrialOf } from './search/search-making.ts';

type Made = MadeResult | SkippedResult;
type WholeResult = Readonly<{ result: Made; found: FoundSetting }>;

/**
 * The whole picture with the setting that its sample tiles led to. Where a place that they do not show may
 * look bad, it is measured by all its pixels, and encoded again with finer settings while it does.
 */
export const wholeResult = async (
  run: (changes: Partial<ChainStart>) => Promise<Made>,
  { table }: EncoderOptions,
  chosen: AdaptiveMode & Readonly<{ measurer: Measurer }>,
  job: Job,
  { mediaType, chain }: Candidate,
  sampled: FoundSetting,
): Promise<WholeResult> => {
  const { measurer, sourceTarget, pressure } = chosen;
  const { setting, scans, scores } = sampled;
  const encoder = table.encoders[chain[0] ?? ''];
  const range = encoder && rangeOf(encoder);
  const ofVariant = sampled.trials.filter(({ variant }) => variant === (setting.variant ?? null));
  const isChecked = mayHideBadPlace(ofVariant, sourceTarget);
  if (!isChecked || range === undefined || setting.value === undefined) {
    const result = await run({ setting, scans });
    const measured = scores === undefined ? await withScore(result, measurer, job) : result;
    return { result: measured, found: sampled };
  }
  const tried: Readonly<{ setting: number; look: Look }>[] = [];
  const trials: ReceiptTrial[] = [...sampled.trials];
  let milliseconds = sampled.milliseconds;
  for (let value = setting.value; ;) {
    const one = { value, variant: setting.variant };
    const made = await run({ setting: one, scans });
    const result = await withScore(made, measurer, job, { byAllPixels: true });
    const look = result.kind === 'made' ? lookOf(result) : undefined;
    const found = { ...sampled, setting: one, scores: look, trials: [...trials], milliseconds };
    if (result.kind === 'skipped' || look === undefined) return { result, found };
    tried.push({ setting: value, look });
    const finer = finerSetting(tried, mediaType, range, sourceTarget);
    if (finer === undefined || pressure() !== undefined) return { result, found };
    const spent = result.making?.milliseconds ?? 0;
    trials.push(receiptTrialOf(one, look, spent));
    milliseconds += spent;
    value = finer;
  }
};
