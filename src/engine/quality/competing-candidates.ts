import type { EncoderTable } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { isDrawn } from '../../image/score/flatness.ts';
import type { ChosenMode } from './choose-mode.ts';

/** The candidates whose encoders are for this mode, and for a picture as flat as this one. */
export const competingCandidates = (
  { encoders }: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
): readonly Candidate[] => {
  const measurer = chosen.mode === 'adaptive' ? chosen.measurer : undefined;
  const isFlat = measurer === undefined || isDrawn(measurer.survey.flatness);
  return candidates.filter(({ chain }) =>
    chain.every((name) => {
      const { mode = chosen.mode, flatOnly = false } = encoders[name] ?? {};
      return mode === chosen.mode && (isFlat || !flatOnly);
    }),
  );
};
