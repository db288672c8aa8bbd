import { hasFineColour, hasFineColourInThumbnail } from '../../image/search/fine-colour.ts';
import type { PressureReason } from '../../image/search/receipt.ts';
import { targetFor } from '../../image/search/source-quality.ts';
import type { Job } from '../job.ts';
import type { RunStep } from '../pixels/run-vips.ts';
import type { EncoderOptions } from '../race/run-encoder.ts';
import { type Measurer, openMeasurer } from './measurer.ts';
import type { QualityOptions } from './quality-options.ts';
import { isSearched } from './is-searched.ts';
import type { Scorer } from '../scorer/client.ts';
import { asFailure, ScorerFailure } from '../scorer/failure.ts';
import type { Survey } from '../scorer/protocol.ts';
import { plannedPixels, sampleOf } from './survey-source.ts';

/** How the settings of one job are chosen. */
export type ChosenMode = FixedMode | AdaptiveMode;

type FixedMode = Readonly<{
  mode: 'fixed';
  /** Why settings are fixed although the configuration says adaptive. */
  fallback?: FallbackReason;
  /** A later run may be able to search for settings. */
  isDegraded?: boolean;
  /** Half the resolution of its colour would be seen; only known of a thumbnail. */
  hasFineColour?: boolean;
}>;

export type AdaptiveMode = Readonly<{
  mode: 'adaptive';
  quality: QualityOptions;
  /** The configured target, lowered for a poor source. */
  sourceTarget: number;
  /** Why no further settings are to be tried; undefined where they may be. */
  pressure: (trialMs?: number) => PressureReason | undefined;
  /** Absent where no candidate has a setting to search for. */
  measurer?: Measurer;
}>;

/** Load; nothing can be measured; too small for a search to pay. */
type FallbackReason = PressureReason | 'unmeasured' | 'small';

/**
 * The mode of a job. In adaptive mode the source is decoded and surveyed where a candidate has a setting
 * to search for.
 * @throws what `runVips` throws; ServiceError `unavailable` when no permit came in time.
 */
export const chooseMode = async (
  encoders: EncoderOptions,
  runVips: RunStep,
  quality: QualityOptions | undefined,
  job: Job,
): Promise<ChosenMode> => {
  if (quality === undefined || isFixed(quality, job)) return { mode: 'fixed' };
  const sourceTarget = targetFor(job.facts.quantisation, quality.target);
  // That of the whole job, whenever its encoders are to end.
  const pressure = (trialMs?: number): PressureReason | undefined => quality.pressure(job, trialMs);
  const adaptive = { mode: 'adaptive', quality, sourceTarget, pressure } as const;
  const { candidates } = job.plan;
  if (!candidates.some((one) => isSearched(encoders.table, quality.decoders, one))) {
    return adaptive;
  }
  if (isNarrow(job)) return { mode: 'fixed', fallback: 'small' };
  if (isThumbnail(job)) {
    return { mode: 'fixed', fallback: 'small', ...(await surveyThumbnail(quality.scorer, job)) };
  }
  const reason = pressure();
  if (reason !== undefined) return { mode: 'fixed', fallback: reason, isDegraded: true };
  const { scorer, decoders } = quality;
  const parts = { ...encoders, scorer, decoders, runVips };
  const measurer = await openMeasurer(parts, job).catch(asFailure);
  if (!(measurer instanceof ScorerFailure)) return { ...adaptive, measurer };
  // A damaged source fails in the encoders too, and is answered there.
  return { mode: 'fixed', fallback: 'unmeasured', isDegraded: !measurer.isLasting };
};

/** Whether the settings are known before anything is read. */
export const isFixed = (quality: QualityOptions | undefined, job: Job): boolean =>
  quality === undefined ||
  job.facts.frames > 1 ||
  job.quality !== undefined ||
  job.isHurried === true;

/** About 180 pixels square: a few kilobytes with any setting, and a search takes longer than the rest. */
const thumbnailPixels = 32_768;

const isThumbnail = ({ plan }: Job): boolean =>
  plan.resize !== undefined && plan.width * plan.height <= thumbnailPixels;

/** Finds fine colour in the pixels of a thumbnail that may become a JPEG. */
const surveyThumbnail = async (
  scorer: Scorer,
  job: Job,
): Promise<Pick<FixedMode, 'hasFineColour' | 'isDegraded'>> => {
  const { plan, folder, client, endBy } = job;
  const pixels = plannedPixels(job);
  if (
    pixels === undefined ||
    !plan.candidates.some(({ mediaType }) => mediaType === 'image/jpeg')
  ) {
    return {};
  }
  const files = [folder.file(pixels), folder.file(sampleOf(job).file)] as const;
  const survey = await scorer.survey(...files, { client, endBy }).catch(asFailure);
  return survey instanceof ScorerFailure
    ? { isDegraded: !survey.isLasting }
    : { hasFineColour: hasFineColourInThumbnail(survey.fineColour) };
};

/** What a search knows of the pixels; undefined where none is made. */
export const surveyOf = (chosen: ChosenMode): Survey | undefined =>
  chosen.mode === 'adaptive' ? chosen.measurer?.survey : undefined;

/** Whether half the resolution of its colour would be seen, as far as that is known. */
export const keepsColour = (chosen: ChosenMode): boolean =>
  chosen.mode === 'fixed'
    ? chosen.hasFineColour === true
    : hasFineColour(surveyOf(chosen)?.fineColour ?? 0);

/** Width of the score's windows. In a narrower picture they cover little but its repeated edges. */
const windowPixels = 7;

const isNarrow = ({ plan }: Job): boolean => Math.min(plan.width, plan.height) < windowPixels;
