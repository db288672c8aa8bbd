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

type Parts = Readonly<{ scorer: Scorer; runVips: RunStep }>;

/** What is clear or opaque in a picture stays so exactly in its lossy PNGs (`withExactEnds`). */
export const createExactEnds = (parts: Parts, chosen: ChosenMode, job: Job) => {
  const make = createMakeEnds(parts, chosen, job);
  return {
    /**
     * Makes it so again in a palette that an encoder has just made of a picture that is not opaque. Gives the time that
     * this took, in milliseconds.
     * @throws ScorerFailure where it cannot be; ServiceError `unavailable`.
     */
    restore: async ({ produces, lossless }: Encoder, file: string): Promise<number> => {
      if (produces !== pngType || lossless || !mayLoseEnds(job, surveyOf(chosen))) return 0;
      return (await make({ file, result: file })).milliseconds;
    },
    /** A result in which it is so; skipped where it is not. @throws as `restore`. */
    checked: async (result: MadeResult | SkippedResult): Promise<MadeResult | SkippedResult> => {
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

/** Makes a PNG of another, by the pixels of the source; declines where nothing has to change. */
const createMakeEnds = ({ scorer, runVips }: Parts, chosen: ChosenMode, job: Job) => {
  const { folder, client, endBy } = job;
  const measured = chosen.mode === 'adaptive' ? chosen.measurer?.pixels : undefined;
  let pixels = measured ?? plannedPixels(job);
  return async ({ file, result }: Readonly<{ file: string; result: string }>) => {
    const ask = (reference: string): Promise<ToolEnd> => {
      const derived = { kind: 'exact-ends', pixels: folder.file(reference) } as const;
      const named = { source: folder.file(file), result: folder.file(result) };
      return scorer.make({ ...named, derived }, { client, endBy });
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
