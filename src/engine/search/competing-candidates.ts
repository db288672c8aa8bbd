import type { EncoderTable } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { keepingColour } from '../../image/search/keeping-colour.ts';
import { isDrawn } from '../../image/score/flatness.ts';
import { type ChosenMode, keepsColour, surveyOf } from './choose-mode.ts';

/** The candidates whose encoders are for this mode, and for a picture as flat, as large and as colourful as this one. */
export const competingCandidates = (
  { encoders }: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
): readonly Candidate[] => {
  const survey = surveyOf(chosen);
  const isFlat = survey === undefined || isDrawn(survey.flatness);
  const isTiny = survey !== undefined && survey.measuredPixels < leastPhotographPixels;
  const competing = candidates.filter(({ chain }) =>
    chain.every((name) => {
      const encoder = encoders[name];
      const { mode = chosen.mode, flatOnly = false, forPhotographs = false } = encoder ?? {};
      return mode === chosen.mode && (isFlat || !flatOnly) && !(isTiny && forPhotographs);
    }),
  );
  return keepsColour(chosen) ? keepingColour(encoders, competing) : competing;
};

/** In fewer pixels, an encoder for photographs cannot even out its errors, and the score says little. */
const leastPhotographPixels = 4096;
