import { type Encoder, type EncoderTable, isForPhotographs } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { isEfficient } from '../../image/type-limits.ts';
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
      if (encoder === undefined) return true;
      const { mode = chosen.mode } = encoder;
      const isFor = isForFlat(encoder) ? isFlat : !isTiny || !isForPhotographs(encoder);
      return mode === chosen.mode && isFor;
    }),
  );
  return keepsColour(chosen) ? keepingColour(encoders, competing) : competing;
};

/** In fewer pixels, an encoder for photographs cannot even out its errors, and the score says little. */
const leastPhotographPixels = 4096;

/** Types that store a picture with loss in few bytes: without loss only drawings pay in them. */
const isForFlat = ({ lossless, produces }: Encoder): boolean => lossless && isEfficient(produces);
