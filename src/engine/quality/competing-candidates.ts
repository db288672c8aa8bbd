import type { EncoderTable } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { isDrawn } from '../../image/score/flatness.ts';
import type { ChosenMode } from './choose-mode.ts';
import { isPalette, isSearched } from './is-searched.ts';
import { isSecondChoice } from './second-choice.ts';

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

/** The rounds in which candidates run. Those that may not be needed have the last one. */
export const roundsOf = (
  table: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
): readonly (readonly Candidate[])[] => {
  const last = candidates.filter((candidate) => isSecondChoice(table, candidate, chosen));
  const others = candidates.filter((candidate) => !last.includes(candidate));
  return [...roundsOfNeeded(table, others, chosen), last].filter((round) => round.length > 0);
};

/**
 * Palettes take the most trials and lose most often, so they run after the others, and stop early when
 * they cannot win. Side by side, what they are compared with would depend on the time each takes, and
 * equal pictures could give different bytes.
 */
const roundsOfNeeded = (
  table: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
): readonly (readonly Candidate[])[] => {
  if (chosen.mode === 'fixed' || chosen.measurer === undefined) return [candidates];
  const { decoders } = chosen.quality;
  const searched = candidates.filter((candidate) => isSearched(table, decoders, candidate));
  const palettes = searched.filter((candidate) => isPalette(table, candidate));
  if (palettes.length === searched.length) return [candidates];
  return [candidates.filter((candidate) => !palettes.includes(candidate)), palettes];
};
