import { hasCode } from '../../errors.ts';
import { basename } from 'node:path';
import { pngType } from '../../image/plan.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import type { MadeResult, SkippedResult } from '../race/candidate-result.ts';
import { strippedResult } from '../race/verify-result.ts';
import type { AdaptiveMode } from './choose-mode.ts';
import type { Measurer } from './measurer.ts';
import { ScorerFailure } from '../scorer/failure.ts';

/**
 * A result that is a PNG in fewer bytes, where the effort allows and there are any to save; other results
 * as they are. Load does not prevent it: encoders before it leave the work to it, and would take longer.
 */
export const withDeflated = async (
  result: MadeResult | SkippedResult,
  { quality, measurer }: AdaptiveMode & Readonly<{ measurer: Measurer }>,
  job: Job,
): Promise<MadeResult | SkippedResult> => {
  if (result.kind === 'skipped' || result.mediaType !== pngType) return result;
  if (quality.effort === 'fast') return result;
  const input = basename(result.file);
  const output = `deflated-${input}`;
  let milliseconds = result.history?.milliseconds ?? 0;
  try {
    const end = await measurer.make({ kind: 'deflated-png' }, { input, output }, job.endBy);
    if (end.verdict === 'declined') return result;
    milliseconds += end.milliseconds;
  } catch (error) {
    // The result is complete without it.
    if (!isPassing(error) && !(error instanceof ScorerFailure)) throw error;
    return { ...result, isDegraded: result.isDegraded === true || isPassing(error) };
  }
  const file = job.folder.file(output);
  const stripped = await strippedResult(file, pngType, job.plan, mayBeTransparent(job));
  const history = result.history && { history: { ...result.history, milliseconds } };
  return stripped === undefined || stripped.bytes >= result.bytes
    ? { ...result, ...history }
    : { ...result, ...stripped, ...history, file };
};

const isPassing = (error: unknown): boolean =>
  error instanceof ScorerFailure ? !error.isLasting : hasCode(error, 'unavailable');
