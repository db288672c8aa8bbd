import type { Encoder, Setting } from '../../image/encoder.ts';
import { settingFor } from '../../image/fixed-quality.ts';
import { refusalOf } from '../../image/search/acceptance.ts';
import type { History } from '../../image/search/search-result.ts';
import { type Look, lookOf } from '../../image/search/look.ts';
import { asConfigured } from '../../image/search/step.ts';
import { stepsOf } from '../../image/search/steps.ts';
import { variantsFor } from '../../image/search/variants.ts';
import type { Job } from '../job.ts';
import type { MadeResult, SkippedResult } from '../race/candidate-result.ts';
import { inputFileOf, runRest } from '../race/run-chain.ts';
import type { EncoderOptions } from '../race/run-encoder.ts';
import type { Race, RaceEntry } from '../race/run-race.ts';
import { asFailure, ScorerFailure } from '../scorer/failure.ts';
import { acceptanceTerms, hasOtherAnswer } from './acceptance-terms.ts';
import { type AdaptiveMode, type ChosenMode, keepsColour } from './choose-mode.ts';
import { withDeflated } from './deflated-result.ts';
import { encoderInputOf } from './encoder-input.ts';
import { createExactEnds } from './exact-ends.ts';
import { isSearched } from './is-searched.ts';
import { createMake, createMakeSaved } from './make.ts';
import { createMakeBuiltin } from './make-builtin.ts';
import { type Measurer, withScore } from './measurer.ts';
import { configuredScene, sceneOf } from './scene.ts';
import { search, type SearchEnd } from './search.ts';

/**
 * Runs the chains of the candidates of one race, with the settings that suit the picture, or with those of the
 * configuration where none is searched for. Those that begin with the same encoder share its search.
 */
export const createRunCandidate = (
  options: EncoderOptions & Parameters<typeof createExactEnds>[0],
  chosen: ChosenMode,
): Race['runCandidate'] => {
  const searches = new Map<string, Promise<SearchEnd>>();
  const makeBuiltin = createMakeBuiltin(options.scorer);
  const run: Race['runCandidate'] = async (job, entry) => {
    const ends = createExactEnds(options, chosen, job);
    const encoders = { ...options, restoreEnds: ends.restore, makeBuiltin };
    const context = contextOf(encoders, chosen, job, entry);
    const result = await resultOf(context, await endOf(context, searches));
    const measured = measuredMode(chosen);
    return ends.checked(measured ? await withDeflated(result, measured, job) : result);
  };
  return (job, entry) => run(job, entry).catch(skippedAsUnread);
};

/** @throws whatever is no failure of the process that works on pixels. */
const skippedAsUnread = (error: unknown): SkippedResult => {
  const { kind, reason } = unread;
  return { kind, reason, isDegraded: !asFailure(error).isLasting };
};

const none: History = { setting: undefined, trials: [], stopped: undefined, milliseconds: 0 };
const unread = { kind: 'skipped', reason: 'its pixels cannot be read', history: none } as const;

/** One candidate, and how its first encoder is run. */
type Context = Readonly<{
  encoders: EncoderOptions;
  chosen: ChosenMode;
  job: Job;
  entry: RaceEntry;
  name: string;
  encoder: Encoder;
  configured: Setting;
  candidateIndex: number;
}>;

const contextOf = (
  encoders: EncoderOptions,
  chosen: ChosenMode,
  job: Job,
  entry: RaceEntry,
): Context => {
  const [name = ''] = entry.candidate.chain;
  const encoder = encoders.table.encoders[name];
  if (encoder === undefined) throw new Error(`no encoder ${name}`);
  const isSaved = entry.candidate.save !== undefined;
  const usual = isSaved ? noSetting : settingFor(encoder, job.quality);
  const keepsIt = chosen.mode === 'fixed' && keepsColour(chosen);
  const [variant] = keepsIt ? variantsFor(encoder, { hasFineColour: true }) : [usual.variant];
  const { candidateIndex } = entry;
  const named = { job, entry, name, encoder, candidateIndex, configured: { ...usual, variant } };
  return { ...named, encoders: withHurriedArguments(encoders, chosen, job), chosen };
};

const noSetting: Setting = { value: undefined, variant: undefined };

/**
 * With `hurried` arguments where load or a deadline has ruled out a search, or a result is wanted at once, and with
 * `fast` ones besides for a picture that takes seconds.
 */
const withHurriedArguments = (
  encoders: EncoderOptions,
  chosen: ChosenMode,
  job: Job,
): EncoderOptions => {
  const hasNoTime = chosen.mode === 'fixed' && chosen.isDegraded === true;
  if (job.isHurried !== true && !hasNoTime) return encoders;
  const { width, height } = job.plan;
  const isFast = encoders.isFast === true || width * height > slowPixels;
  return { ...encoders, isFast, isHurried: true };
};

const slowPixels = 4_000_000;

type MeasuredMode = AdaptiveMode & Readonly<{ measurer: Measurer }>;

const measuredMode = (chosen: ChosenMode): MeasuredMode | undefined =>
  chosen.mode === 'adaptive' && chosen.measurer !== undefined
    ? { ...chosen, measurer: chosen.measurer }
    : undefined;

/** What the first encoder of the chain ends with: by a search, or with the setting of the configuration. */
const endOf = async (
  context: Context,
  searches: Map<string, Promise<SearchEnd>>,
): Promise<MeasuredEnd> => {
  const { encoders, chosen, encoder } = context;
  const { candidate } = context.entry;
  const mode = measuredMode(chosen);
  if (mode === undefined || !isSearched(encoders.table, mode.quality.decoders, candidate)) {
    return configuredEnd(context);
  }
  const work = `${context.name} ${candidate.from}`;
  const shared = searches.get(work) ?? searchedEnd(context, mode);
  searches.set(work, shared);
  const end = await shared;
  if (end.kind !== 'unmeasured') return end;
  // An encoder that the configuration keeps to adaptive mode has no setting that is good unmeasured.
  if (encoder.mode === 'adaptive') {
    return { ...end, kind: 'skipped', reason: 'its results cannot be measured', history: none };
  }
  return { ...(await configuredEnd(context)), isDegraded: end.isDegraded };
};

type MeasuredEnd = Exclude<SearchEnd, Readonly<{ kind: 'unmeasured' }>>;

const configuredEnd = async (context: Context): Promise<MeasuredEnd> => {
  const { job, entry } = context;
  const { candidate } = entry;
  const made = { ...context, input: { file: inputFileOf(job, candidate) } };
  const createWith = candidate.save === undefined ? createMake : createMakeSaved;
  const make = createWith({ ...made, betterEffort: 'other' });
  const work = { make, pressure: () => undefined };
  const end = await search(configuredScene(context), [asConfigured], work);
  return end.kind === 'unmeasured' ? { ...end, ...unread } : end;
};

const searchedEnd = async (context: Context, mode: MeasuredMode): Promise<SearchEnd> => {
  const { encoder, job, entry } = context;
  const { measurer, pressure, quality } = mode;
  const file = inputFileOf(job, entry.candidate);
  const input = await encoderInputOf(context, measurer, file).catch(asFailure);
  if (input instanceof ScorerFailure) return { kind: 'unmeasured', isDegraded: !input.isLasting };
  const isBest = quality.effort === 'best' && encoder.effort.best !== undefined;
  const betterEffort = isBest ? 'best' : 'other';
  const scene = sceneOf({ ...context, input, betterEffort }, mode, entry);
  const make = createMake({ ...context, measurer, input, betterEffort });
  return search(scene, stepsOf(scene), { make, pressure });
};

/** The result of the whole chain, with what is known of that of its first encoder. */
const resultOf = async (
  context: Context,
  end: MeasuredEnd,
): Promise<MadeResult | SkippedResult> => {
  const { encoders, job, entry, chosen, candidateIndex } = context;
  const { isDegraded } = end;
  if (end.kind === 'skipped') {
    const { reason, history } = end;
    const known = history.setting === undefined ? {} : { history };
    return { kind: 'skipped', reason, isDegraded, ...known };
  }
  const { made, look, history } = end.found;
  const reason = look && certainRefusal(look, context);
  if (reason !== undefined) return { kind: 'skipped', reason, isDegraded, history };
  const rest = await runRest(encoders, job, entry.candidate, { ...made, candidateIndex });
  if (rest.kind === 'skipped') return rest;
  const { milliseconds, ...restResult } = rest;
  const whole = { ...history, milliseconds: history.milliseconds + milliseconds };
  const result = { ...restResult, history: whole, isDegraded };
  if (look !== undefined) return { ...result, ...lookOf(look) };
  const mode = measuredMode(chosen);
  return mode === undefined || isDegraded ? result : withScore(result, mode.measurer, job);
};

/** Why the result will be refused however few bytes the rest of the chain leaves; undefined where it may win. */
const certainRefusal = (look: Look, { chosen, job, entry }: Context): string | undefined => {
  const { mediaType, chain } = entry.candidate;
  // Where nothing else may be left, a refused result is the answer.
  if (chain.length === 1 || !hasOtherAnswer(job)) return undefined;
  const terms = acceptanceTerms(chosen, job, []);
  return refusalOf({ mediaType, bytes: 0, lossless: false, ...look }, terms);
};
