import { heedsConditions } from './probe.ts';
import type { SweepWork } from './store-result.ts';

/** How safely objects can be replaced. */
export type Safety = Pick<SweepWork, 'heedsConditions' | 'keepsVersions'>;

/**
 * Finds out how safely objects can be replaced. `races`: the storage ignores conditional writes, which was not accepted.
 * `originals`: they would not be kept, which was not accepted.
 */
export const safetyOf = async (
  { source, target, backup }: Pick<SweepWork, 'source' | 'target' | 'backup'>,
  accepted: Readonly<{ races: boolean; noOriginals: boolean }>,
  signal: AbortSignal,
): Promise<Safety | 'races' | 'originals'> => {
  if (target !== undefined) return { heedsConditions: true, keepsVersions: false };
  const isHeeding = await heedsConditions(source, signal);
  if (!isHeeding && !accepted.races) return 'races';
  const isKept = backup !== undefined || accepted.noOriginals;
  const keepsVersions = !isKept && (await source.keepsVersions(signal));
  return isKept || keepsVersions ? { heedsConditions: isHeeding, keepsVersions } : 'originals';
};
