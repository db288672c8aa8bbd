import { type EncoderTable, isForPhotographs } from '../../image/encoder.ts';
import { type Candidate, pngType } from '../../image/plan.ts';
import { isBeaten, isRight, isTargetMet } from '../../image/search/acceptance.ts';
import { leastLosslessBytes } from '../../image/search/lossless-bytes.ts';
import { isLargerPng } from '../../image/search/larger-png.ts';
import { isDrawn, isPhotographic } from '../../image/score/flatness.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from '../race/candidate-result.ts';
import type { Round } from '../race/run-race.ts';
import { acceptanceTerms } from './acceptance-terms.ts';
import { type ChosenMode, surveyOf } from './choose-mode.ts';
import { isPalette, isSearched } from './is-searched.ts';

/**
 * When candidates run: those that suit the picture; palettes, where others are searched for too; those
 * that suit it less; lossless ones of which it is known how small they can be. The last
 * two run where they can still win. `sourceBytes` are those of the source without metadata.
 */
export const roundsOf = (
  table: EncoderTable,
  candidates: readonly Candidate[],
  chosen: ChosenMode,
  job: Job,
  sourceBytes: number,
): readonly Round[] => {
  const flatness = surveyOf(chosen)?.flatness;
  const leastBytes = (candidate: Candidate): number =>
    leastLosslessBytes(candidate, { ...job, sourceBytes, flatness });
  const waits = (candidate: Candidate): boolean =>
    !runsAll(chosen) && isLossless(table, candidate) && leastBytes(candidate) > 0;
  const skipReasonOfPng: Round['skipReason'] = (candidate, earlier) =>
    losesToOtherType(table, candidate, { ...job, flatness, target: targetOf(chosen) }, earlier)
      ? 'not needed: another result is far smaller than it can be'
      : undefined;
  const [lossless, others] = divided(candidates, waits);
  const [lesser, better] = divided(others, (one) => isSecondChoice(table, one, chosen));
  // Where nothing suits the picture better, these are the first choice.
  const [first, second] = better.length === 0 ? [lesser, []] : [better, lesser];
  const rounds: readonly Round[] = [
    ...withPalettesLast(table, first, chosen).map((members) =>
      lossyRound(members, skipReasonOfPng),
    ),
    lossyRound(second, (candidate, earlier) =>
      !isUnclear(chosen) && isTargetMet(earlier, candidate.mediaType, targetOf(chosen))
        ? 'not needed: another result meets the target'
        : skipReasonOfPng(candidate, earlier),
    ),
    {
      candidates: lossless,
      skipReason: (candidate, earlier) => {
        const least = { mediaType: candidate.mediaType, bytes: leastBytes(candidate) };
        return isBeaten(earlier, acceptanceTerms(chosen, job, earlier), least) ? beaten : undefined;
      },
      usesKeptTime: true,
    },
  ];
  return rounds.filter((round) => round.candidates.length > 0);
};

const beaten = 'not needed: another result is smaller than it can be';

const lossyRound = (candidates: readonly Candidate[], skipReason: Round['skipReason']): Round => ({
  candidates,
  skipReason,
  usesKeptTime: false,
});

/**
 * Whether all candidates run at once: with effort `best`, and with the settings of the configuration,
 * where no trial says early enough that a lossless one is needed.
 */
const runsAll = (chosen: ChosenMode): boolean =>
  chosen.mode === 'fixed' ? chosen.fallback === undefined : chosen.quality.effort === 'best';

const isLossless = ({ encoders }: EncoderTable, { chain }: Candidate): boolean =>
  chain.every((name) => encoders[name]?.lossless === true);

/**
 * Of PNGs, a palette suits a photograph less, and an encoder for photographs other pictures. A drawn gradient of few
 * colours, or a game, only looks like a photograph.
 */
const isSecondChoice = (table: EncoderTable, candidate: Candidate, chosen: ChosenMode): boolean => {
  if (chosen.mode === 'fixed' || chosen.measurer === undefined) return false;
  const { flatness, hasFewColours } = chosen.measurer.survey;
  if (candidate.mediaType !== pngType) return false;
  if (!isSearched(table, chosen.quality.decoders, candidate)) return false;
  const encoder = table.encoders[candidate.chain[0] ?? ''];
  return isForPhotographs(encoder ?? {}) !== (isPhotographic(flatness) && !hasFewColours);
};

/**
 * Whether a picture looks like a photograph and has few colours, or has more of both equal neighbours and colours than
 * that: both kinds of PNG encoders compete for it. The palette is first, since beside it the other one mostly ends after
 * one cheap trial where the picture is a drawing.
 */
const isUnclear = (chosen: ChosenMode): boolean => {
  const survey = surveyOf(chosen);
  if (survey === undefined) return false;
  const { flatness, hasFewColours } = survey;
  return !isDrawn(flatness) && isPhotographic(flatness) === hasFewColours;
};

/**
 * Palettes take the most trials and lose most often, so they run after the others, and stop early when
 * they cannot win. Side by side, what they are compared with would depend on the time each takes, and
 * equal pictures could give different bytes.
 */
const withPalettesLast = (
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

/** Whether a chain that begins with a lossy PNG is certain to lose against a lossy result of another type. */
const losesToOtherType = (
  { encoders }: EncoderTable,
  { chain }: Candidate,
  {
    plan,
    facts,
    sourceBytes,
    flatness,
    target,
  }: Job & { flatness: number | undefined; target: number },
  earlier: readonly MadeResult[],
): boolean => {
  const encoder = encoders[chain[0] ?? ''];
  if (flatness === undefined || encoder?.produces !== pngType || encoder.lossless) return false;
  const good = earlier.filter(
    (result) => !result.lossless && result.mediaType !== pngType && isRight(result, target),
  );
  const bytes = Math.min(...good.map((result) => result.bytes));
  const paletteBytes = facts.colour === 'palette' ? sourceBytes : undefined;
  return good.length > 0 && isLargerPng(encoder, { plan, flatness, bytes, paletteBytes });
};

const targetOf = (chosen: ChosenMode): number =>
  chosen.mode === 'adaptive' ? chosen.sourceTarget : Infinity;

const divided = <T>(
  values: readonly T[],
  isFirst: (value: T) => boolean,
): readonly [readonly T[], readonly T[]] => [
  values.filter(isFirst),
  values.filter((value) => !isFirst(value)),
];
