import type { Setting } from '../../image/encoder.ts';
import { scansTextOf } from '../../image/jpeg/scans.ts';
import { pngType } from '../../image/plan.ts';
import { paletteColours } from '../../image/png/palette.ts';
import type { Trial } from '../../image/quality/search-step.ts';
import { maxBanding } from '../../image/score/banding.ts';
import { fileBytes, withFileBytes } from '../../jobs/file-bytes.ts';
import { extensionOf } from '../../jobs/file-names.ts';
import { type EncoderOptions, runEncoder } from '../race/run-encoder.ts';
import type { Measured } from './measurer.ts';
import type { SearchTask } from './search-task.ts';

/** One setting tried on the whole picture or on its sample tiles. */
export type MeasuredTrial = Trial &
  Readonly<{
    variant: string | undefined;
    /** With the score as measured; `score` is below the target where bands show, so that the search goes on. */
    measured: Measured;
    file: string;
    bytes: number;
    /** Of a JPEG, for further runs with like settings; undefined where these search for their own. */
    scans: string | undefined;
    /** Of its palette; undefined without one. */
    colours: number | undefined;
    encodeMs: number;
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
  const { job, measurer, name, encoder, candidateIndex, input, isSample, sourceTarget } = task;
  const { produces } = encoder;
  const file = `candidate${candidateIndex}-trial${trialIndex}.${extensionOf(produces)}`;
  const run = { name, input, output: file, setting: { value, variant }, scans };
  const { verdict, milliseconds } = await runEncoder(encoders, job, run);
  if (verdict === 'declined') return verdict;
  const path = job.folder.file(file);
  const bytes = await fileBytes(path);
  if (task.cannotWin(bytes)) return 'too-large';
  const measured = await measurer.score(file, produces, { isSample, endBy: job.endBy });
  const { score, banding } = measured;
  return {
    setting: value,
    variant,
    score: banding > maxBanding ? Math.min(score, sourceTarget - bandingPenalty) : score,
    measured,
    file,
    bytes,
    scans: task.reusesScans ? (scans ?? (await withFileBytes(path, scansTextOf))) : undefined,
    colours: produces === pngType ? await withFileBytes(path, paletteColours) : undefined,
    encodeMs: milliseconds,
  };
};

/** Points below the target that a result with visible bands counts as. */
const bandingPenalty = 4;

/** Time of one trial, without waiting, in milliseconds. */
export const spentOn = ({ encodeMs, measured }: MeasuredTrial): number =>
  encodeMs + measured.milliseconds;
