import { rm } from 'node:fs/promises';
import type { Setting } from '../../../image/encoder.ts';
import { scansTextOf } from '../../../image/jpeg/scans.ts';
import { pngType } from '../../../image/plan.ts';
import { paletteColours } from '../../../image/png/palette.ts';
import { judgedScore } from '../../../image/search/look.ts';
import type { PressureReason } from '../../../image/search/receipt.ts';
import type { Trial } from '../../../image/search/search-step.ts';
import { maxBanding } from '../../../image/score/banding.ts';
import { fileBytes, withFileBytes } from '../../../jobs/file-bytes.ts';
import { extensionOf } from '../../../jobs/file-names.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { mayLoseEnds } from '../exact-ends.ts';
import type { Measured } from '../measurer.ts';
import { encodeTrial } from './encode-trial.ts';
import type { SearchTask } from './search-task.ts';

/** One setting tried on the whole picture or on its sample tiles. */
export type MeasuredTrial = Trial &
  Readonly<{
    variant: string | undefined;
    /** How it was made, as its task said. */
    label: string | undefined;
    /** As measured; `score` is what it is compared with the target by. */
    measured: Measured;
    file: string;
    bytes: number;
    /** Of a JPEG, for further runs with like settings; undefined where these search for their own. */
    scans: string | undefined;
    /** Of its palette; undefined without one. */
    colours: number | undefined;
    encodeMs: number;
  }>;

/** What trials after a search gave, and the one to take in place of its best. */
export type FurtherTrials = Readonly<{
  trials: readonly MeasuredTrial[];
  better?: MeasuredTrial | undefined;
  /** Load ended it early. */
  stopped?: PressureReason | undefined;
  /** A passing fault ended it early. */
  isDegraded?: boolean;
}>;

/**
 * Encodes with a setting and measures the result; no trial where the encoder declines, or where the
 * result is too large to win.
 */
export const runTrial = async (
  encoders: EncoderOptions,
  task: SearchTask,
  { value, variant }: Setting & Readonly<{ value: number }>,
  { trialIndex, scans }: Readonly<{ trialIndex: number; scans: string | undefined }>,
): Promise<MeasuredTrial | 'declined' | 'too-large'> => {
  const { job, measurer, name, encoder, candidateIndex, isSample, sourceTarget } = task;
  const { produces } = encoder;
  const file = `candidate${candidateIndex}-trial${trialIndex}.${extensionOf(produces)}`;
  const { input, command } = task;
  const run = { name, input, output: file, setting: { value, variant }, scans, command };
  // Measuring restores them, so that a palette is decoded once.
  const options = { ...encoders, restoreEnds: undefined };
  const { verdict, milliseconds } = await encodeTrial(options, task, run);
  if (verdict === 'declined') return verdict;
  const path = job.folder.file(file);
  if (task.cannotWin(await fileBytes(path))) {
    // The next trial has the same number, and pngquant refuses to replace a file.
    await rm(path);
    return 'too-large';
  }
  const isPng = produces === pngType;
  const measured = await measurer.score(file, produces, {
    ...{ isSample, hasGrain: encoder.forPhotographs, endBy: job.endBy },
    restoresEnds: isPng && mayLoseEnds(job, measurer.survey),
  });
  return {
    setting: value,
    variant: variant ?? task.label,
    label: task.label,
    score: scoreToSearchBy(measured, produces, sourceTarget),
    measured,
    file,
    bytes: await fileBytes(path),
    scans: task.reusesScans ? (scans ?? (await withFileBytes(path, scansTextOf))) : undefined,
    colours: isPng ? await withFileBytes(path, paletteColours) : undefined,
    encodeMs: milliseconds,
  };
};

/** A result with bands misses the target, so that the search goes on. */
export const scoreToSearchBy = (measured: Measured, mediaType: string, target: number): number => {
  const score = judgedScore(measured, mediaType, target);
  const bands = measured.banding / maxBanding;
  return bands > 1 ? Math.min(score, target - bandingPenalty * bands) : score;
};

/** Points below the target that a result with bands just visible counts as. */
const bandingPenalty = 4;

/** Time of one trial, without waiting, in milliseconds. */
export const spentOn = ({ encodeMs, measured }: MeasuredTrial): number =>
  encodeMs + measured.milliseconds;
