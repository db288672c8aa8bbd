import { lstatSync } from 'node:fs';
import { eachAtOnce } from './at-once.ts';
import type { Outcome } from './outcome.ts';
import { bytesOf } from './raw-path.ts';
import { allFiles, compressFound, type FoundIn, type RunOptions } from './run.ts';
import { type Estimate, estimateOf } from './sample/estimate.ts';
import { createSampler, type Stratum } from './sample/sampler.ts';

/** A random sample of the files, of each type and length. Files that cannot be looked at are left out. */
export const sampleOf = async (
  files: Parameters<typeof allFiles>[0],
  size: number,
  stopping: AbortSignal,
): Promise<readonly Stratum<FoundIn>[]> => {
  const sampler = createSampler<FoundIn>(size);
  for await (const found of allFiles(files)) {
    if (stopping.aborted) break;
    const { path } = found.file;
    const stats = lstatSync(bytesOf(path), { throwIfNoEntry: false });
    if (stats?.isFile() === true) sampler.add(found, path, stats.size);
  }
  return sampler.strata();
};

export type DryRun = Estimate &
  Readonly<{
    /** How long all files would take. */
    seconds: number;
  }>;

/** Compresses a sample to nowhere, and says what compressing all files would save, and how long it would take. */
export const dryRun = async (
  options: Omit<RunOptions, 'isAgain'> & Readonly<{ size: number }>,
): Promise<DryRun> => {
  const { work, stopping, ending } = options;
  const strata = await sampleOf(options, options.size, stopping);
  const compress = (found: FoundIn) => compressFound(found, work, ending);
  return measureSample({ ...options, strata, compress });
};

/** Compresses a sample, and says what compressing all would save, and how long it would take. */
export const measureSample = async <Item>({
  strata,
  compress,
  atOnce,
  stopping,
  onOutcome,
}: Pick<RunOptions, 'atOnce' | 'stopping' | 'onOutcome'> &
  Readonly<{
    strata: readonly Stratum<Item>[];
    /** Undefined for what was given up. */
    compress: (item: Item) => Promise<Outcome | undefined>;
  }>): Promise<DryRun> => {
  const outcomes = new Map<Item, Outcome>();
  const startedAt = performance.now();
  await eachAtOnce({
    ...{ items: strata.flatMap(({ sample }) => sample), atOnce, stopping },
    work: async (found) => {
      const outcome = await compress(found);
      if (outcome === undefined) return;
      outcomes.set(found, outcome);
      await onOutcome(outcome);
    },
  });
  const elapsedMs = performance.now() - startedAt;
  const estimate = estimateOf(
    strata.map(({ files, bytes, sample }) => ({
      files,
      bytes,
      measured: sample.flatMap((found) => measuredOf(outcomes.get(found))),
    })),
  );
  const workedMs = outcomes.values().reduce((sum, { made }) => sum + (made?.milliseconds ?? 0), 0);
  const seconds = workedMs > 0 ? ((estimate.milliseconds / workedMs) * elapsedMs) / 1000 : 0;
  return { ...estimate, seconds };
};

/** A file that fails saves nothing. */
const measuredOf = (
  outcome: Outcome | undefined,
): readonly Readonly<{ before: number; after: number; milliseconds: number }>[] => {
  if (outcome === undefined) return [];
  const { before, after, made } = outcome;
  return [{ before, after, milliseconds: made?.milliseconds ?? 0 }];
};
