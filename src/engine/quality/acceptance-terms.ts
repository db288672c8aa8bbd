import { needsPixelChange } from '../../image/plan.ts';
import type { AcceptanceTerms } from '../../image/quality/acceptance.ts';
import { isPhotographic } from '../../image/score/flatness.ts';
import type { Adaptation, Adaptive } from './choose-mode.ts';
import type { Finisher } from '../race/run-chain.ts';
import type { Job } from '../job.ts';

/** What the finishers of a job are judged by; undefined where nothing was measured. */
export const acceptanceTerms = (
  adaptive: Adaptive | undefined,
  { plan, facts, sourceBytes }: Job,
  adaptation: Adaptation,
  finishers: readonly Finisher[],
): AcceptanceTerms | undefined => {
  if (adaptive === undefined || adaptation.mode === 'fixed') return undefined;
  const { mediaType, lossless } = facts;
  const sameType = finishers.filter((one) => one.lossless && one.mediaType === mediaType);
  return {
    configuredTarget: adaptive.target,
    sourceTarget: adaptation.target,
    minScore: adaptive.min,
    source: { mediaType, lossless, bytes: sourceBytes },
    losslessBytes:
      plan.sourceCompetes && sameType.length > 0
        ? Math.min(...sameType.map(({ bytes }) => bytes))
        : undefined,
    isPhotographic: isPhotographic(adaptation.gauge?.survey.flatness ?? 1),
    hasOtherAnswer: plan.sourceCompetes && !needsPixelChange(facts),
  };
};
