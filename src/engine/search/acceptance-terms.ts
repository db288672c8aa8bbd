import { needsPixelChange } from '../../image/needs-pixel-change.ts';
import type { AcceptanceTerms, FixedTerms } from '../../image/search/acceptance.ts';
import { isPoor } from '../../image/search/source-quality.ts';
import { hidesLoss } from '../../image/score/flatness.ts';
import { isIcon } from '../../image/score/pixel-error.ts';
import { pngType } from '../../image/plan.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from '../race/candidate-result.ts';
import { sourceName } from '../race/stripped-source.ts';
import type { ChosenMode } from './choose-mode.ts';

/** What the results of a job are judged by. */
export const acceptanceTerms = (
  chosen: ChosenMode,
  job: Job,
  results: readonly MadeResult[],
): AcceptanceTerms | FixedTerms => {
  const losslessPngs = results.filter(
    ({ lossless, mediaType, name }) =>
      lossless && mediaType === pngType && (name !== sourceName || hasOtherAnswer(job)),
  );
  const losslessPngBytes = Math.min(...losslessPngs.map(({ bytes }) => bytes));
  if (chosen.mode === 'fixed') return { losslessPngBytes };
  const { plan, facts, sourceBytes } = job;
  const { quality, sourceTarget, measurer } = chosen;
  const { mediaType, lossless } = facts;
  const losslessSizes = results
    .filter((one) => one.lossless && one.mediaType === mediaType)
    .map(({ bytes }) => bytes);
  return {
    losslessPngBytes,
    configuredTarget: quality.target,
    sourceTarget,
    minScore: quality.min,
    source: {
      ...{ mediaType, lossless, bytes: sourceBytes },
      isPoor: hasOtherAnswer(job) && isPoor(facts, quality.target),
    },
    losslessBytes:
      plan.sourceCompetes && losslessSizes.length > 0 ? Math.min(...losslessSizes) : undefined,
    isPhotographic: measurer !== undefined && hidesLoss(measurer.survey) && !isIcon(plan),
    hasOtherAnswer: hasOtherAnswer(job),
  };
};

/** Whether the source itself can be served where no result is accepted. */
export const hasOtherAnswer = ({ plan, facts }: Job): boolean =>
  plan.sourceCompetes && !needsPixelChange(facts);
