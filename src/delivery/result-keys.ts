import { createHash } from 'node:crypto';
import type { CacheKeyOf } from '../service/cache-key.ts';
import type { SourcePlace } from './source-place.ts';
import { canonicalWanted, type Wanted } from './wanted.ts';

/** The key of a result, and the one that it had before its source was to be fetched again. */
export type ResultKeys = Readonly<{
  key: string;
  lastKey: string | undefined;
  /** Whether the address names one version of its source. */
  isVersioned: boolean;
}>;

type Asked = Readonly<{
  place: SourcePlace;
  wanted: Wanted;
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
  { place, wanted, accountId, seconds, generation }: Asked,
  { cacheKeyOf, ttlSeconds }: Readonly<{ cacheKeyOf: CacheKeyOf; ttlSeconds: number }>,
): ResultKeys => {
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
  const phase = createHash('sha256').update(place.name).digest().readUInt32BE() % ttlSeconds;
  const time = Math.floor((seconds + phase) / ttlSeconds);
  return { key: keyAt(time), lastKey: keyAt(time - 1), isVersioned };
};
