import type { ListedObject } from '../../bucket.ts';
import { type DryRun, measureSample } from '../dry-run.ts';
import { rawOf } from '../raw-path.ts';
import { createSampler } from '../sample/sampler.ts';
import { selectedObjects, type SweepOptions } from './sweep-all.ts';
import { sweepObject } from './sweep-object.ts';

/**
 * Compresses a random sample of at most `size` objects to nowhere, and says what compressing all would save, and how long
 * it would take. Undefined where it was stopped.
 */
export const drySweep = async (
  options: SweepOptions & Readonly<{ size: number }>,
): Promise<DryRun | undefined> => {
  const { work, selection, size, stopping, ending } = options;
  const sampler = createSampler<ListedObject>(size);
  for await (const object of selectedObjects(work.source, selection, ending)) {
    if (stopping.aborted) return undefined;
    sampler.add(object, rawOf(object.key), object.bytes);
  }
  const compress = (object: ListedObject) =>
    sweepObject(object, work, ending).catch((error: unknown) => {
      if (!ending.aborted) throw error;
      return undefined;
    });
  const found = await measureSample({ ...options, strata: sampler.strata(), compress });
  return stopping.aborted ? undefined : found;
};
