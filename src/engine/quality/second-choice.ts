import type { EncoderTable } from '../../image/encoder.ts';
import { type Candidate, pngType } from '../../image/plan.ts';
import { isPhotographic } from '../../image/score/flatness.ts';
import type { SkippedResult } from '../race/candidate-result.ts';
import type { ChosenMode } from './choose-mode.ts';
import { isSearched } from './is-searched.ts';

/**
 * Whether a candidate comes after others that suit the picture better: of PNGs, a palette for a
 * photograph, and an encoder for photographs for other pictures.
 */
export const isSecondChoice = (
  table: EncoderTable,
  candidate: Candidate,
  chosen: ChosenMode,
): boolean => {
  if (chosen.mode === 'fixed' || chosen.measurer === undefined) return false;
  const { quality, measurer } = chosen;
  if (candidate.mediaType !== pngType) return false;
  if (!isSearched(table, quality.decoders, candidate)) return false;
  const { forPhotographs = false } = table.encoders[candidate.chain[0] ?? ''] ?? {};
  return forPhotographs !== isPhotographic(measurer.survey.flatness);
};

export const unneeded: SkippedResult = {
  kind: 'skipped',
  reason: 'not needed: another result meets the target',
};
