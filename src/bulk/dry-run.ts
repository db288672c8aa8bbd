import type { Outcome } from './outcome.ts';
import { type Batch, compressEach, type RunOptions } from './run.ts';
import { type Estimate, estimateOf } from './sample/estimate.ts';
import { createSampler, type Stratum } from './sample/sampler.ts';

/** A random sample of a batch, of each type and length. What cannot be looked at is left out. */
export const sampleOf = async <Item>(
  { items, sizeOf }: Pick<Batch<Item>, 'items' | 'sizeOf'>,
  size: number,
  { stopping, ending }: Readonly<{ stopping: AbortSignal; ending: AbortSignal }>,
): Promise<readonly Stratum<Item>[]> => {
  const sampler = createSampler<Item>(size);
  for await (const item of items(ending)) {
    if (stopping.aborted) break;
    const found = sizeOf(item);
    if (found !== undefined) sampler.add(item, found.path, found.bytes);
  }
  return sampler.strata();
};

export type DryRun = Estimate &
  Readonly<{
    /** How long all would take. */
    seconds: number;
  }>;

/**
 * Compresses a random sample of at most `size`, and says what compressing all would save, and how long it would take.
 * Undefined where it was stopped.
 */
export const dryRun = async <Item>(
  options: RunOptions<Item> & Readonly<{ size: number }>,
): Promise<DryRun | undefined> => {
  const { batch, size, stopping, onOutcome } = options;
  const strata = await sampleOf(batch, size, options);
  const outcomes = new Map<Item, Outcome>();
  const startedAt = performance.now();
  await compressEach(
    strata.flatMap(({ sample }) => sample),
    {
      ...options,
      compress: batch.compress,
      onOutcome: (outcome, item) => {
        outcomes.set(item, outcome);
        return onOutcome(outcome);
      },
    },
  );
  if (stopping.aborted) return undefined;
  const elapsedMs = performance.now() - startedAt;
  const estimate = estimateOf(
    strata.map(({ files, bytes, sample }) => ({
      files,
      bytes,
      measured: sample.flatMap((item) => measuredOf(outcomes.get(item))),
    })),
  );
  const workedMs = outcomes.values().reduce((sum, { made }) => sum + (made?.milliseconds ?? 0), 0);
  const seconds = workedMs > 0 ? ((estimate.milliseconds / workedMs) * elapsedMs) / 1000 : 0;
  return { ...estimate, seconds };
};

/** What fails saves nothing. */
const measuredOf = (
  outcome: Outcome | undefined,
): readonly Readonly<{ before: number; after: number; milliseconds: number }>[] => {
  if (outcome === undefined) return [];
  const { before, after, made } = outcome;
  return [{ before, after, milliseconds: made?.milliseconds ?? 0 }];
};
