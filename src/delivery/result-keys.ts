import { hash } from 'node:crypto';
import type { CacheKeyOf } from '../service/cache-key.ts';
import type { Purges } from '../state/purges.ts';
import type { Work } from './make.ts';
import { type SourcePlace, sourcePlaceOf, type SourceRules } from './source-place.ts';
import { canonicalWanted } from './wanted.ts';

type KeyedWork = Pick<Work, 'place' | 'wanted'> &
  Readonly<{
    accountId: string;
    /** Seconds since 1970. */
    seconds: number;
    /** Of the source since it was purged; undefined where it was not. */
    generation: string | undefined;
  }>;

/**
 * The keys of what is wanted of a source. The signature, the name and the end of an address are not in it. Results of
 * a source without a version have another key after `ttlSeconds`.
 */
export const resultKeysOf = (
  { place, wanted, accountId, seconds, generation }: KeyedWork,
  { cacheKeyOf, ttlSeconds }: Readonly<{ cacheKeyOf: CacheKeyOf; ttlSeconds: number }>,
): Pick<Work, 'key' | 'lastKey' | 'isVersioned'> => {
  const operation = canonicalWanted(wanted);
  const isUpload = place.kind === 'output';
  const { cacheBuster: version = null } = wanted.options;
  const keyAt = (time: number | null): string => {
    // What an account has uploaded is its own, also where accounts share results.
    const owner = isUpload ? accountId : null;
    const source = ['delivery', place.name, owner, version, time, generation];
    return cacheKeyOf(JSON.stringify(source), accountId, operation);
  };
  // An uploaded picture never changes.
  const isVersioned = version !== null || isUpload;
  if (isVersioned) return { key: keyAt(null), lastKey: undefined, isVersioned };
  // It begins at another moment for each source, so that not all are fetched at once.
  const phase = hash('sha256', place.name, 'buffer').readUInt32BE() % ttlSeconds;
  const time = Math.floor((seconds + phase) / ttlSeconds);
  return { key: keyAt(time), lastKey: keyAt(time - 1), isVersioned };
};

export type Purge = ReturnType<typeof createPurge>;

/** A result of before may be used a last time when it is made, which takes minutes. */
const daySeconds = 86_400;

/** Results are kept for `retentionSeconds` after their last use. */
export const createPurge =
  (rules: SourceRules, purges: Pick<Purges, 'purge'>, retentionSeconds: number) =>
  /**
   * Ends the delivery of all results of a source on all nodes, also of those that are being made.
   * @throws AddressError `invalid` for a source that no address may name; ServiceError `unavailable`.
   */
  async (source: string): Promise<SourcePlace> => {
    const place = sourcePlaceOf(source, rules);
    await purges.purge(place.name, (retentionSeconds + daySeconds) * 1000);
    return place;
  };
