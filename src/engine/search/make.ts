import { type Encoder, isForPhotographs } from '../../image/encoder.ts';
import { pngType } from '../../image/plan.ts';
import { maxColours, paletteColours } from '../../image/png/palette.ts';
import { shadowColours } from '../../image/png/shadow/shadow.ts';
import { maxBanding } from '../../image/score/banding.ts';
import { scoreToSearchBy } from '../../image/search/look.ts';
import {
  type Attempt,
  type Derivation,
  isTrial,
  type MadeFile,
  type Refusal,
  type Scene,
  type Trial,
} from '../../image/search/step.ts';
import { fileBytes, withFileBytes } from '../../jobs/file-bytes.ts';
import { extensionOf } from '../../jobs/file-names.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import type { Job } from '../job.ts';
import { type EncoderOptions, runEncoder } from '../race/run-encoder.ts';
import { mayLoseEnds } from './exact-ends.ts';
import type { Measurer } from './measurer.ts';
import { encodeAlpha, type EncoderInput, encodePlanes, writeWithAlpha } from './planes.ts';
import type { Work } from './search.ts';

/** What the files of a search are made with. */
export type MakeOptions = Readonly<{
  encoders: EncoderOptions;
  job: Job;
  /** Absent where nothing is measured. */
  measurer?: Measurer;
  name: string;
  encoder: Encoder;
  /** Keeps the files of this candidate apart from those of the others. */
  candidateIndex: number;
  /** What encoders read of the whole picture. */
  input: EncoderInput;
  /** The arguments of trials that are made with better ones. */
  betterEffort: 'best' | 'other';
}>;

/** Makes and measures the files of a search. @throws ToolFailure; ScorerFailure; whatever the runner throws. */
export const createMake =
  (options: MakeOptions): Work['make'] =>
  async (scene, attempt) => {
    const { job, encoder, candidateIndex, measurer } = options;
    const title = attempt.step === 'asConfigured' ? '0' : `trial${scene.tried.length}`;
    const file = `candidate${candidateIndex}-${title}.${extensionOf(encoder.produces)}`;
    const end = await (attempt.derived === undefined
      ? encode(options, scene, attempt, file)
      : derive(options, attempt.derived, file));
    const bytes = end.verdict === 'declined' ? 0 : fileBytes(job.folder.file(file));
    const refused = whyRefused(scene, attempt, end, bytes);
    if (refused !== undefined) return { ...attempt, refused };
    const isWarned = end.verdict === 'warned';
    const made = { ...attempt, file, bytes, isWarned, milliseconds: end.milliseconds };
    if (measurer === undefined || attempt.measuredBy === 'nothing') return made;
    return measured(options, measurer, scene, made);
  };

/** Gives the file that libvips has saved together with the pixels. */
export const createMakeSaved =
  ({ job, input: { file } }: MakeOptions): Work['make'] =>
  async (_scene, attempt) => {
    const bytes = fileBytes(job.folder.file(file));
    return { ...attempt, file, bytes, isWarned: false, milliseconds: 0 };
  };

const whyRefused = (
  { mostTrialBytes }: Scene,
  { derived, step }: Attempt,
  { verdict }: ToolEnd,
  bytes: number,
): Refusal['refused'] | undefined => {
  if (verdict === 'declined') return 'declined';
  if (derived?.kind === 'coarse-alpha') {
    return bytes > derived.of.bytes * worthItsErrors ? 'declined' : undefined;
  }
  const isCompared = derived === undefined && step !== 'wholePicture';
  return isCompared && bytes > mostTrialBytes ? 'farLarger' : undefined;
};

/** A result of hardly fewer bytes is not worth its errors. */
const worthItsErrors = 0.98;

const encode = async (
  options: MakeOptions,
  scene: Scene,
  attempt: Attempt,
  output: string,
): Promise<ToolEnd> => {
  const { setting, variant, effort, of, measuredBy } = attempt;
  const { encoders, job, name, input, measurer, betterEffort } = options;
  const rest = restOf(options, scene, attempt);
  const efforts = { draft: 'draft', usual: undefined, best: betterEffort } as const;
  const run = {
    name,
    output,
    setting: { value: setting, variant },
    effort: efforts[effort],
    colours: rest && maxColours - shadowColours(rest.shadow),
  };
  // Measuring restores them, so that a palette is decoded once.
  const isMeasured = measurer !== undefined && measuredBy !== 'nothing';
  const used = isMeasured ? { ...encoders, restoreEnds: undefined } : encoders;
  if (input.planes !== undefined) return encodePlanes(used, options, input.planes, run);
  const { file } = rest ?? (of === 'tiles' ? (measurer?.sample ?? input) : input);
  return runEncoder(used, job, { ...run, input: file });
};

/**
 * What an attempt reads in the place of the picture. Where a palette shows bands though the shadow has colours of its
 * own, what is dithered is the whole picture with all colours.
 */
const restOf = (
  { encoder, input }: MakeOptions,
  { tried }: Scene,
  { variant }: Attempt,
): EncoderInput['rest'] => {
  const plain = encoder.variants?.[0];
  const last = tried.filter(isTrial).findLast((one) => one.variant === plain);
  const showsBands = last !== undefined && last.look.banding > maxBanding;
  return variant !== plain && showsBands ? undefined : input.rest;
};

const derive = async (
  options: MakeOptions,
  { kind, of, coarseness }: Derivation,
  output: string,
): Promise<ToolEnd> => {
  const { input, measurer, job } = options;
  if (kind === 'coarse-alpha') {
    const end = await encodeAlpha(options, input.file, 'coarseAlpha');
    if (end.alpha !== undefined) await writeWithAlpha(options, of.file, end.alpha, output);
    return end.alpha === undefined ? { ...end, verdict: 'declined' } : end;
  }
  const files = { input: of.file, output };
  const end = await measurer?.make({ kind, coarseness }, files, job.endBy);
  return end ?? { verdict: 'declined', milliseconds: 0 };
};

const measured = async (
  options: MakeOptions,
  measurer: Measurer,
  scene: Scene,
  made: MadeFile,
): Promise<Trial> => {
  const { encoder, job } = options;
  const { produces } = encoder;
  const { endBy, folder } = job;
  const { derived, file } = made;
  const isPng = produces === pngType;
  const { milliseconds, ...scores } = await measurer.score(file, produces, {
    ...{ isSample: made.of === 'tiles', endBy, hasGrain: isForPhotographs(encoder) },
    ...{ byAllPixels: made.measuredBy === 'pixels' },
    ...(derived?.kind === 'coarse-alpha' && { looksForBands: true }),
    ...(derived === undefined && { shadow: restOf(options, scene, made)?.shadow }),
    restoresEnds: isPng && derived === undefined && mayLoseEnds(job, measurer.survey),
  });
  const path = folder.file(file);
  const look = await withoutSharedBands(options, measurer, made, scores);
  return {
    ...made,
    setting: made.setting ?? 0,
    look,
    score: scoreToSearchBy(look, produces, scene.target),
    bytes: fileBytes(path),
    milliseconds: made.milliseconds + milliseconds,
    colours: isPng ? await withFileBytes(path, paletteColours) : undefined,
  };
};

/** The look without bands that it shares with the result whose alpha became coarser, as that was measured without them. */
const withoutSharedBands = async (
  { job, encoder }: MakeOptions,
  { score }: Measurer,
  { derived }: MadeFile,
  look: Trial['look'],
): Promise<Trial['look']> => {
  if (derived?.kind !== 'coarse-alpha') return look;
  const { of } = derived;
  const use = { isSample: false, looksForBands: true, endBy: job.endBy };
  const isNew =
    look.banding > maxBanding &&
    look.banding > (await score(of.file, encoder.produces, use)).banding + sameBands;
  return isNew ? look : { ...look, banding: of.look.banding };
};

/** Levels by which bands may differ and are the same. */
const sameBands = 0.1;
