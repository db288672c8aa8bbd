import { basename } from 'node:path';
import type { Encoder } from '../../image/encoder.ts';
import { pngType } from '../../image/plan.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { type Job, mayBeTransparent } from '../job.ts';
import type { RunStep } from '../pixels/run-vips.ts';
import type { MadeResult, SkippedResult } from '../race/candidate-result.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import { type ChosenMode, surveyOf } from './choose-mode.ts';
import type { Scorer } from '../scorer/client.ts';
import { asFailure } from '../scorer/failure.ts';
import type { Survey } from '../scorer/protocol.ts';
import { decodedSource, plannedPixels } from './survey-source.ts';

/** What is clear or opaque in a picture stays so exactly in its lossy PNGs (`withExactEnds`). */
type ExactEnds = Readonly<{
  /**
   * Makes it so again in a palette that an encoder has just made of a picture that is not opaque. Gives the time that this took, in milliseconds.
   * @throws ScorerFailure where it cannot be; ServiceError `unavailable`.
   */
  restore: (encoder: Encoder, file: string) => Promise<number>;
  /** A result in which it is so; skipped where it is not. @throws as `restore`. */
  checked: (result: MadeResult | SkippedResult) => Promise<MadeResult | SkippedResult>;
}>;

type Parts = Readonly<{ scorer: Scorer; runVips: RunStep }>;

export const createExactEnds = (parts: Parts, chosen: ChosenMode, job: Job): ExactEnds => {
  const make = createMakeEnds(parts, chosen, job);
  return {
    restore: async ({ produces, lossless }, file) => {
      if (produces !== pngType || lossless || !mayLoseEnds(job, surveyOf(chosen))) return 0;
      return (await make({ file, result: file })).milliseconds;
    },
    checked: async (result) => {
      if (result.kind === 'skipped' || result.mediaType !== pngType || result.lossless) {
        return result;
      }
      if (!mayBeTransparent(job)) return result;
      const file = basename(result.file);
      const { verdict } = await make({ file, result: `ends-${file}` });
      return verdict === 'done' ? { kind: 'skipped', reason: changed } : result;
    },
  };
};

type MakeEnds = (files: Readonly<{ file: string; result: string }>) => Promise<ToolEnd>;

/** Makes a PNG of another, by the pixels of the source; declines where nothing has to change. */
const createMakeEnds = ({ scorer, runVips }: Parts, chosen: ChosenMode, job: Job): MakeEnds => {
  const { folder, client, endBy } = job;
  const measured = chosen.mode === 'adaptive' ? chosen.measurer?.pixels : undefined;
  let pixels = measured ?? plannedPixels(job);
  return async ({ file, result }) => {
    const ask = (reference: string): Promise<ToolEnd> => {
      const product = { kind: 'exact-ends', pixels: folder.file(reference) } as const;
      const named = { source: folder.file(file), result: folder.file(result) };
      return scorer.make({ ...named, product }, { client, endBy });
    };
    if (pixels !== undefined) return ask(pixels);
    // Candidates read the source, of which the scorer reads most kinds.
    return ask(sourceFileName(pngType)).catch(async (error: unknown) => {
      if (!asFailure(error).isLasting) throw error;
      pixels ??= await decodedSource(runVips, job);
      return ask(pixels);
    });
  };
};

/** Whether a pixel of the picture may be clear, as far as that is known. */
export const mayLoseEnds = (job: Job, survey: Survey | undefined): boolean =>
  mayBeTransparent(job) && survey?.isTransparent !== false;

const changed = 'what is clear or opaque in the source is not so in it';
