import { createHash } from 'node:crypto';
import type { CacheKeyOf } from '../service/cache-key.ts';
import type { SourcePlace } from './source-place.ts';
import { canonicalWanted, type Wanted } from './wanted.ts';

/** The key of a result, and the one that it had before its source was to be fetched again. */
export type ResultKeys = Readonly<{ key: string; lastKey: string | undefined }>;

/** Whether an address names one version of its source. An uploaded picture never changes. */
export const isVersioned = ({ kind }: SourcePlace, { options }: Wanted): boolean =>
  options.cacheBuster !== undefined || kind === 'output';

/**
 * The keys of what is wanted of a source. The signature, the name and the end of an address are not in it. Results of
 * a source without a version have another key after `ttlSeconds`.
 */
export const resultKeysOf = (
  { place, wanted, accountId }: Readonly<{ place: SourcePlace; wanted: Wanted; accountId: string }>,
  {
    cacheKeyOf,
    seconds,
    ttlSeconds,
    generation,
  }: Readonly<{
    cacheKeyOf: CacheKeyOf;
    /** Seconds since 1970. */
    seconds: number;
    ttlSeconds: number;
    /** Of the source since it was purged; undefined where it was not. */
    generation: string | undefined;
  }>,
): ResultKeys => {
  const operation = canonicalWanted(wanted);
  const keyAt = (time: number | undefined): string => {
    // What an account has uploaded is its own, also where accounts share results.
    const owner = place.kind === 'output' ? accountId : null;
    const version = wanted.options.cacheBuster ?? null;
    const source = ['delivery', place.name, owner, version, time ?? null, generation];
    return cacheKeyOf(JSON.stringify(source), accountId, operation);
  };
  if (isVersioned(place, wanted)) return { key: keyAt(undefined), lastKey: undefined };
  // It begins at another moment for each source, so that not all are fetched at once.
  const phase = createHash('sha256').update(place.name).digest().readUInt32BE() % ttlSeconds;
  const time = Math.floor((seconds + phase) / ttlSeconds);
  return { key: keyAt(time), lastKey: keyAt(time - 1) };
};
