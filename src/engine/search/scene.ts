import {
  type Encoder,
  makesPalettes,
  rangeOf,
  readsPlanes,
  type Setting,
  type SettingRange,
} from '../../image/encoder.ts';
import { pngType } from '../../image/plan.ts';
import { isRight, mostLossyBytes } from '../../image/search/acceptance.ts';
import { hasFineColour } from '../../image/search/fine-colour.ts';
import { grainMargin } from '../../image/search/grain-margin.ts';
import { mayRepeatColours } from '../../image/search/may-repeat-colours.ts';
import { placeOf, settingAt } from '../../image/search/places.ts';
import type { Scene } from '../../image/search/step.ts';
import { isPoor } from '../../image/search/source-quality.ts';
import { variantsFor } from '../../image/search/variants.ts';
import { isPhotographic } from '../../image/score/flatness.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from '../race/candidate-result.ts';
import { type EncoderOptions, readsLossySource } from '../race/run-encoder.ts';
import type { RaceEntry } from '../race/run-race.ts';
import { hasOtherAnswer } from './acceptance-terms.ts';
import type { AdaptiveMode } from './choose-mode.ts';
import type { Measurer } from './measurer.ts';
import type { EncoderInput } from './planes.ts';
import { remainingShare } from './remaining-share.ts';

/** The encoder that settings are searched for, and what it reads. */
type Searched = Readonly<{
  encoders: Pick<EncoderOptions, 'isFast'>;
  job: Job;
  encoder: Encoder;
  configured: Setting;
  input: EncoderInput;
  /** The arguments of trials that are made with better ones. */
  betterEffort: 'best' | 'other';
}>;

/** What a search begins with. */
export const sceneOf = (
  searched: Searched,
  { quality, sourceTarget, measurer }: AdaptiveMode & Readonly<{ measurer: Measurer }>,
  entry: Pick<RaceEntry, 'candidate' | 'earlier'>,
): Scene => {
  const { job, encoder, input } = searched;
  const { produces } = encoder;
  const { survey } = measurer;
  const scene = configuredScene(searched);
  const has = abilitiesOf(searched);
  const isPng = produces === pngType;
  const target = sourceTarget + (isPng && survey.isSmooth ? grainMargin(job.plan) : 0);
  const isTiles = readsTiles(encoder, measurer);
  const isOnlyAnswer = !hasOtherAnswer(job);
  // A small picture has its palettes made coarser besides, and each trial costs little.
  const isSoft = survey.hasSoftAlpha && makesPalettes(encoder) && !has.coarserPalettes;
  const mostOfPng = isPng && !isOnlyAnswer ? job.sourceBytes : Infinity;
  const hasShadow = isSoft && input.rest !== undefined;
  return {
    ...scene,
    target,
    range: isSoft ? withFinerStart(scene.range, hasShadow ? shadowStart : softStart) : scene.range,
    variants: variantsFor(encoder, { hasFineColour: hasFineColour(survey.fineColour) }),
    has,
    of: isTiles ? 'tiles' : 'whole',
    trialPixels: isTiles ? survey.measuredPixels : scene.pixels,
    alphaBytes: input.planes?.alpha?.length ?? 0,
    limits: { maxTrials: quality.trials, slack: makesPalettes(encoder) ? paletteSlack : undefined },
    budget: isPng ? quality.paletteBudget : quality.budget,
    mayGiveUp: !isOnlyAnswer && !isPhotographic(survey.flatness),
    mostResultBytes:
      isOnlyAnswer || isTiles
        ? Infinity
        : mostBytesOf(job, produces, quality.target) /
          remainingShare(entry.candidate, encoder, job, survey),
    mostTrialBytes: isTiles
      ? Infinity
      : Math.min(smallestGood(entry.earlier, target), mostOfPng) / endShare(has),
  };
};

const mostBytesOf = ({ facts, sourceBytes }: Job, produces: string, target: number): number =>
  mostLossyBytes(produces, { ...facts, bytes: sourceBytes, isPoor: isPoor(facts, target) });

/**
 * The range of palettes for soft slopes of alpha: they need more colours than the usual setting gives, and lose little
 * where they have more than the target needs.
 */
const withFinerStart = (range: SettingRange, share: number): SettingRange => ({
  ...range,
  start: settingAt(range, placeOf(range, range.start) * share),
  spreadAbove: softSpread,
});

/** Of the way from the finest setting to the usual one: 95 where that is 85. */
const softStart = 0.65;

/** The same of a picture with a shadow, 93: a quality asks for more where clear margins do not count. */
const shadowStart = 0.75;

/** Points that a cut-out loses for the whole range while it meets the target. */
const softSpread = 20;

/** Points above the target with which the search for a palette ends: another trial would hardly save bytes. */
const paletteSlack = 1;

/** What an encoder with the setting of the configuration begins with. */
export const configuredScene = ({
  job: { plan },
  encoder,
  configured,
}: Pick<Searched, 'job' | 'encoder' | 'configured'>): Scene => ({
  mediaType: encoder.produces,
  range: rangeOf(encoder) ?? noRange,
  configured,
  variants: [configured.variant],
  has: { draft: false, best: false, coarserPalettes: false, coarseAlpha: false },
  of: 'whole',
  pixels: plan.width * plan.height,
  trialPixels: plan.width * plan.height,
  alphaBytes: 0,
  target: 0,
  limits: { maxTrials: 1 },
  budget: 1,
  mayGiveUp: false,
  mostResultBytes: Infinity,
  mostTrialBytes: Infinity,
  tried: [],
});

const noRange: SettingRange = { finest: 0, coarsest: 0, start: 0, steps: 'difference' };

/** A palette is made of all colours, and WebP predicts blocks from others: tiles stand for JPEG alone. */
const readsTiles = ({ produces, reads }: Encoder, { sample }: Measurer): boolean =>
  sample !== undefined && produces === 'image/jpeg' && reads.includes(sample.mediaType);

const abilitiesOf = ({
  encoders: { isFast = false },
  job,
  encoder,
  input: { file, planes },
  betterEffort,
}: Searched): Scene['has'] => {
  const { width, height } = job.plan;
  const hasPlanes = planes !== undefined;
  const isUsual = !isFast && !hasPlanes && !readsLossySource(encoder, job, file);
  const mayBeBetter = !isFast && width * height <= mostPixels && hasPlanes === readsPlanes(encoder);
  return {
    draft: isUsual && encoder.effort.draft !== undefined,
    best: mayBeBetter && encoder.effort[betterEffort] !== undefined,
    coarserPalettes: !isFast && mayRepeatColours(encoder, job.plan),
    coarseAlpha: planes?.alpha !== undefined && encoder.effort.coarseAlpha !== undefined,
  };
};

/** The better arguments of `avifenc` take long, and the search has begun before. */
const mostPixels = 8_000_000;

/** Bytes of the smallest of earlier results that is lossless or meets the target. */
const smallestGood = (earlier: readonly MadeResult[], target: number): number =>
  Math.min(
    ...earlier
      .filter((result) => result.lossless || isRight(result, target))
      .map(({ bytes }) => bytes),
  );

/** Share of a trial's bytes that the rest of its search and of its chain leave at least. */
const endShare = ({ coarserPalettes }: Scene['has']): number =>
  coarserPalettes ? smallestRepeatedShare : smallestRemainingShare;

/** The lossless end of a chain makes a palette's file smaller by a third, seldom by half. */
const smallestRemainingShare = 0.5;

/** With repeated or fewer colours, a small drawing has less than half of the bytes of its palette. */
const smallestRepeatedShare = 0.33;
