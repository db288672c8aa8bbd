import type { Outcome } from './outcome.ts';
import { bytesText, percentText } from './totals.ts';

/** What a build refuses: files that are too large, and files that were not compressed. */
export type Gate = Readonly<{
  /** Most bytes of a result; undefined where any number may be. */
  budgetBytes: number | undefined;
  /** Whether a file counts that would lose a tenth or more. */
  isCheck: boolean;
}>;

/** A file that does not pass, and why. */
export type Refusal = Readonly<{ kind: 'budget' | 'check'; reason: string }>;

const checkedShare = 0.1;

export const refusalsOf = (
  { happened, before, after }: Outcome,
  { budgetBytes, isCheck }: Gate,
): readonly Refusal[] => {
  if (happened === 'failed') return [];
  const saved = before - after;
  const refusals: Refusal[] = [];
  if (isCheck && happened === 'compressed' && saved >= checkedShare * before) {
    const loss = `${percentText(saved / before)}: ${bytesText(before)} to ${bytesText(after)}`;
    refusals.push({ kind: 'check', reason: `It would lose ${loss}.` });
  }
  if (budgetBytes !== undefined && after > budgetBytes) {
    const reason = `Its result has ${bytesText(after)}, more than ${bytesText(budgetBytes)}.`;
    refusals.push({ kind: 'budget', reason });
  }
  return refusals;
};
