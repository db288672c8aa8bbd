import {
  type Encoder,
  type EncoderTable,
  rangeOf,
  type SettingRange,
  takesScans,
} from '../../../image/encoder.ts';
import { pngType } from '../../../image/plan.ts';
import { mostLossyBytes } from '../../../image/search/acceptance.ts';
import { grainMargin } from '../../../image/search/grain-margin.ts';
import { hasFineColour } from '../../../image/search/fine-colour.ts';
import { mayRepeatColours } from '../../../image/search/may-repeat-colours.ts';
import { nextSetting, type SearchLimits, type Trial } from '../../../image/search/search-step.ts';
import { variantsFor } from '../../../image/search/variants.ts';
import { isPhotographic } from '../../../image/score/flatness.ts';
import type { Job } from '../../job.ts';
import { bestSoFar } from '../../race/best-so-far.ts';
import { inputFileOf } from '../../race/run-chain.ts';
import type { RaceEntry } from '../../race/run-race.ts';
import { hasOtherAnswer } from '../acceptance-terms.ts';
import type { AdaptiveMode } from '../choose-mode.ts';
import { isPalette } from '../is-searched.ts';
import type { Measurer } from '../measurer.ts';

/** The file that has the alpha of planes, and this alpha as a WebP stores it (ALPH). */
export type Transparency = Readonly<{ input: string; alpha: Uint8Array }>;

/** The search for the setting of one candidate's first encoder. */
export type SearchTask = Readonly<{
  job: Job;
  measurer: Measurer;
  /** Name of the encoder. */
  name: string;
  encoder: Encoder;
  range: SettingRange;
  /** What trials are made with, one after the other; undefined stands for an encoder without variants. */
  variants: readonly (string | undefined)[];
  candidateIndex: number;
  /** File that trials encode: the sample tiles, or what the candidate reads. */
  input: string;
  /** That file has planes, which the encoder's `planesCommand` reads. */
  readsPlanes: boolean;
  /** What trials are made with; undefined where it is the encoder's usual command. */
  command: readonly string[] | undefined;
  /** Of a transparent picture whose colours are in planes: */
  transparency: Transparency | undefined;
  /** What the receipt calls its trials, of an encoder without variants. */
  label: string | undefined;
  /** Trials encode sample tiles in place of the whole picture. */
  isSample: boolean;
  /** Trials take the scans of the first one with the same variant, and so does the whole picture. */
  reusesScans: boolean;
  /** The score to reach. */
  sourceTarget: number;
  /** A palette that misses the target is refused, and is not needed as the only answer. */
  mayGiveUp: boolean;
  /** A result of more bytes is refused, whatever it scores, and is not needed as the only answer. */
  mostBytes: number;
  limits: SearchLimits;
  /** Work for trials, in encodings of the whole picture. */
  budget: number;
  pressure: AdaptiveMode['pressure'];
  /** To be told the bytes that the result is expected to have. */
  onExpected: (bytes: number) => void;
  /** Whether a trial with so many bytes is pointless, since another result is far smaller. */
  cannotWin: (bytes: number) => boolean;
}>;

/** A task after its first trial, and the setting to go on with. */
export type Continued = Readonly<{ task: SearchTask; start: number }>;

/** The setting after a first trial, where the next one is made otherwise and is expected to score `gain` more. */
export const settingAfter = (
  { setting, score }: Trial,
  gain: number,
  { range, sourceTarget }: Pick<SearchTask, 'range' | 'sourceTarget'>,
): number =>
  nextSetting([{ setting, score: score + gain }], range, sourceTarget, { maxTrials: 2 }) ?? setting;

export const searchTaskOf = (
  table: EncoderTable,
  job: Job,
  {
    quality,
    sourceTarget: target,
    measurer,
    pressure,
  }: AdaptiveMode & Readonly<{ measurer: Measurer }>,
  { candidate, candidateIndex, earlier, onExpected }: RaceEntry,
): SearchTask => {
  const [name = ''] = candidate.chain;
  const encoder = table.encoders[name];
  const range = encoder && rangeOf(encoder);
  if (encoder === undefined || range === undefined) throw new Error(`${name} has no range`);
  const { configuredTarget, maxScore, maxTrials, effort } = quality;
  const slack = maxScore === null ? undefined : maxScore - configuredTarget;
  const { sample, survey } = measurer;
  const showsGrain = encoder.produces === pngType && survey.isSmooth;
  const sourceTarget = target + (showsGrain ? grainMargin(job.plan) : 0);
  const best = bestSoFar(earlier, sourceTarget);
  // A palette is made of all colours, and WebP predicts blocks from others: tiles stand for JPEG alone.
  const isSample =
    sample !== undefined &&
    encoder.produces === 'image/jpeg' &&
    encoder.reads.includes(sample.mediaType);
  return {
    ...{ job, measurer, name, encoder, range, candidateIndex, isSample, sourceTarget, pressure },
    onExpected,
    variants: variantsFor(encoder, { hasFineColour: hasFineColour(survey.fineColour) }),
    mayGiveUp: hasOtherAnswer(job) && !isPhotographic(survey.flatness),
    mostBytes:
      hasOtherAnswer(job) && candidate.chain.length === 1 && !isSample
        ? mostLossyBytes(encoder.produces, { ...job.facts, bytes: job.sourceBytes })
        : Infinity,
    reusesScans: effort !== 'best' && takesScans(encoder),
    input: isSample ? sample.file : inputFileOf(job, candidate),
    readsPlanes: false,
    command: undefined,
    transparency: undefined,
    label: undefined,
    limits: { maxTrials, slack },
    budget: isPalette(table, candidate) ? quality.paletteBudget : quality.budget,
    // The bytes of sample tiles say nothing about those of the whole picture.
    cannotWin: (bytes) => !isSample && best.cannotWin(bytes, mayRepeatColours(encoder, job.plan)),
  };
};

/** Bytes of the whole picture, by those of a trial. */
export const expectedBytes = (
  { job, measurer, isSample }: SearchTask,
  trialBytes: number,
): number =>
  isSample
    ? (trialBytes * job.plan.width * job.plan.height) / measurer.survey.measuredPixels
    : trialBytes;
