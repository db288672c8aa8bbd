import type { EncoderTable } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { isSettled } from '../../image/quality/acceptance.ts';
import { leastLosslessBytes } from '../../image/quality/lossless-bytes.ts';
import type { Job } from '../job.ts';
import type { Race } from '../race/run-race.ts';
import { acceptanceTerms } from './acceptance-terms.ts';
import type { ChosenMode } from './choose-mode.ts';
import { isPalette, isSearched } from './is-searched.ts';
import { isSecondChoice } from './second-choice.ts';

type Order = Pick<Race, 'rounds' | 'last' | 'isNeeded' | 'startLastAtBytes'>;

/**
 * When candidates run. A lossless one of which it is known how small it can be runs last, where it can
 * still win. `sourceBytes` are those of the source without metadata.
 */
export const orderCandidates = (
  table: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
  job: Job,
  sourceBytes: number,
): Order => {
  const flatness = chosen.mode === 'adaptive' ? chosen.measurer?.survey.flatness : undefined;
  const leastBytes = (candidate: Candidate): number =>
    leastLosslessBytes(candidate, { ...job, sourceBytes, flatness });
  const last = candidates.filter(
    (candidate) => !runsAll(chosen) && isLossless(table, candidate) && leastBytes(candidate) > 0,
  );
  const others = candidates.filter((candidate) => !last.includes(candidate));
  const later = others.filter((candidate) => isSecondChoice(table, candidate, chosen));
  // Without a first choice, the second is the first.
  const second = later.length === others.length ? [] : later;
  const first = others.filter((candidate) => !second.includes(candidate));
  return {
    rounds: [...roundsOf(table, first, chosen), second].filter((round) => round.length > 0),
    last,
    isNeeded: (candidate, results) =>
      !isSettled(results, acceptanceTerms(chosen, job, results), leastBytes(candidate)),
    // Where there are several, one that is large says nothing about the best.
    startLastAtBytes: first.length === 1 ? Math.min(...last.map(leastBytes)) : Infinity,
  };
};

/**
 * Whether all candidates run at once: with effort `best`, and with the settings of the configuration,
 * where no trial says early enough that a lossless one is needed.
 */
const runsAll = (chosen: ChosenMode): boolean =>
  chosen.mode === 'fixed' ? chosen.fallback === undefined : chosen.quality.effort === 'best';

const isLossless = ({ encoders }: EncoderTable, { chain }: Candidate): boolean =>
  chain.every((name) => encoders[name]?.lossless === true);

/**
 * Palettes take the most trials and lose most often, so they run after the others, and stop early when
 * they cannot win. Side by side, what they are compared with would depend on the time each takes, and
 * equal pictures could give different bytes.
 */
const roundsOf = (
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
