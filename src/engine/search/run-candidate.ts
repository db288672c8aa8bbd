import { type EncoderTable, fixedSetting, type Setting } from '../../image/encoder.ts';
import type { Candidate } from '../../image/plan.ts';
import { refusalOf } from '../../image/search/acceptance.ts';
import { variantsFor } from '../../image/search/variants.ts';
import type { Job } from '../job.ts';
import type { MadeResult, SkippedResult } from '../race/candidate-result.ts';
import { type ChainStart, inputFileOf, runChain } from '../race/run-chain.ts';
import type { EncoderOptions } from '../race/run-encoder.ts';
import type { RaceEntry } from '../race/run-race.ts';
import { acceptanceTerms, hasOtherAnswer } from './acceptance-terms.ts';
import { type ChosenMode, keepsColour } from './choose-mode.ts';
import { withDeflated } from './deflated-result.ts';
import { createExactEnds } from './exact-ends.ts';
import { isSearched } from './is-searched.ts';
import { createMakeBuiltin } from './make-builtin.ts';
import { withScore } from './measurer.ts';
import { ScorerFailure } from '../scorer/failure.ts';
import { type FoundSetting, searchSetting } from './search/search.ts';
import { type SearchTask, searchTaskOf } from './search/search-task.ts';
import { wholeResult } from './whole-result.ts';

/**
 * Runs a candidate's chain with the setting that suits the picture, or with that of the configuration
 * where none is searched for.
 * @throws ToolFailure; whatever the runner throws.
 */
export type RunCandidate = (job: Job, entry: RaceEntry) => Promise<MadeResult | SkippedResult>;

/** Runs the candidates of one race; those that begin with the same encoder share its search. */
export const createRunCandidate = (
  options: EncoderOptions & Parameters<typeof createExactEnds>[0],
  chosen: ChosenMode,
): RunCandidate => {
  const searches: Searches = new Map();
  const makeBuiltin = createMakeBuiltin(options.scorer);
  const run: RunCandidate = async (job, entry) => {
    const ends = createExactEnds(options, chosen, job);
    const encoders = { ...options, restoreEnds: ends.restore, makeBuiltin };
    const result = await runCandidate(encoders, chosen, searches, job, entry);
    if (chosen.mode === 'fixed' || chosen.measurer === undefined) return ends.checked(result);
    return ends.checked(await withDeflated(result, { ...chosen, measurer: chosen.measurer }, job));
  };
  return (job, entry) => run(job, entry).catch(skippedAsUnread);
};

/** @throws whatever is no failure of the process that works on pixels. */
const skippedAsUnread = (error: unknown): SkippedResult => {
  if (!(error instanceof ScorerFailure)) throw error;
  return { kind: 'skipped', reason: 'its pixels cannot be read', isDegraded: !error.isLasting };
};

/** By name of the encoder and what it reads. */
type Searches = Map<string, ReturnType<typeof searchUnlessUnmeasured>>;

const runCandidate = async (
  encoders: EncoderOptions,
  chosen: ChosenMode,
  searches: Searches,
  job: Job,
  entry: RaceEntry,
): Promise<MadeResult | SkippedResult> => {
  const { candidate, candidateIndex } = entry;
  const { table } = encoders;
  const run = (changes: Partial<ChainStart>): Promise<MadeResult | SkippedResult> => {
    const input = inputFileOf(job, candidate);
    const start = { input, done: 0, setting: undefined, candidateIndex, ...changes };
    return runChain(hurried(encoders, chosen, job), job, candidate, start);
  };
  if (chosen.mode === 'fixed' || chosen.measurer === undefined) {
    return run({ setting: keepsColour(chosen) ? colourSetting(table, candidate) : undefined });
  }
  const { measurer, quality } = chosen;
  if (!isSearched(table, quality.decoders, candidate)) {
    return withScore(await run({}), measurer, job);
  }
  const work = `${candidate.chain[0]} ${candidate.from}`;
  const search =
    searches.get(work) ??
    searchUnlessUnmeasured(encoders, searchTaskOf(table, job, { ...chosen, measurer }, entry));
  searches.set(work, search);
  const found = await search;
  switch (found.kind) {
    case 'skipped':
      return found;
    case 'unmeasured': {
      const { isDegraded } = found;
      if (isForAdaptiveMode(table, candidate)) return { ...cannotBeMeasured, isDegraded };
      return { ...(await run({})), isDegraded };
    }
    case 'found': {
      const refusal = certainRefusal(found, chosen, job, candidate);
      if (refusal !== undefined) {
        return { kind: 'skipped', reason: refusal, ...ofSearch(found) };
      }
      const { trialFile } = found;
      const made =
        trialFile === undefined
          ? await wholeResult(run, encoders, { ...chosen, measurer }, job, candidate, found)
          : { result: await run({ input: trialFile, done: 1 }), found };
      return made.result.kind === 'made' ? withTrials(made.result, made.found) : made.result;
    }
  }
};

/** The setting of the configuration for a picture with fine colour; undefined where it is the usual one. */
const colourSetting = ({ encoders }: EncoderTable, { chain }: Candidate): Setting | undefined => {
  const encoder = encoders[chain[0] ?? ''];
  const usual = encoder && fixedSetting(encoder);
  const variant = encoder && variantsFor(encoder, { hasFineColour: true })[0];
  return usual && variant !== usual.variant ? { ...usual, variant } : undefined;
};

/**
 * With commands for pressure where load or a deadline has ruled out a search, and with quick ones for a
 * picture that takes seconds.
 */
const hurried = (
  encoders: EncoderOptions,
  chosen: ChosenMode,
  { plan: { width, height } }: Job,
): EncoderOptions => {
  if (chosen.mode === 'adaptive' || chosen.isDegraded !== true) return encoders;
  const isQuick = encoders.isQuick === true || width * height > slowPixels;
  return { ...encoders, isQuick, isPressed: true };
};

const slowPixels = 4_000_000;

const searchUnlessUnmeasured = async (
  encoders: EncoderOptions,
  task: SearchTask,
): Promise<FoundSetting | SkippedResult | Unmeasured> => {
  try {
    return await searchSetting(encoders, task);
  } catch (error) {
    if (!(error instanceof ScorerFailure)) throw error;
    return { kind: 'unmeasured', isDegraded: !error.isLasting };
  }
};

type Unmeasured = Readonly<{ kind: 'unmeasured'; isDegraded: boolean }>;

/** An encoder that the configuration keeps to adaptive mode has no setting that is good unmeasured. */
const isForAdaptiveMode = ({ encoders }: EncoderTable, { chain }: Candidate): boolean =>
  encoders[chain[0] ?? '']?.mode === 'adaptive';

const cannotBeMeasured: SkippedResult = {
  kind: 'skipped',
  reason: 'its results cannot be measured',
};

/** Why the result will be refused however few bytes the rest of the chain leaves; undefined where it may win. */
const certainRefusal = (
  { scores }: FoundSetting,
  chosen: ChosenMode,
  job: Job,
  { mediaType, chain }: Candidate,
): string | undefined => {
  const terms = acceptanceTerms(chosen, job, []);
  // Where nothing else may be left, a refused result is the answer.
  if (chain.length === 1 || scores === undefined || !hasOtherAnswer(job)) return undefined;
  return refusalOf({ mediaType, bytes: 0, lossless: false, ...scores }, terms);
};

/** A result with what its search found, and the time of its trials. */
const withTrials = (result: MadeResult, found: FoundSetting): MadeResult => {
  const { making, isDegraded } = ofSearch(found);
  const milliseconds = making.milliseconds + (result.making?.milliseconds ?? 0);
  return {
    ...result,
    ...found.scores,
    isDegraded: isDegraded || result.isDegraded === true,
    making: { ...making, milliseconds },
  };
};

const ofSearch = ({ setting, trials, milliseconds, stopped, isDegraded }: FoundSetting) => ({
  isDegraded,
  making: { setting, trials, milliseconds, stopped },
});
