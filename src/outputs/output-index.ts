import { ownerOf as ownerIn, resultIn, type StoredRecord } from './output-record.ts';
import type { FindBy } from './remote.ts';

/* Kept small, since there may be 50,000 entries. */
type Known = Readonly<{ owner: string; cacheKey?: string; result: string }>;

/** Finds entries by cache key, and by the digest of the result. In memory, and empty at first. */
export const createOutputIndex = () => {
  const known = new Map<string, Known>();
  const keys = { cacheKey: new Map<string, Set<string>>(), result: new Map<string, Set<string>>() };
  const kinds = ['cacheKey', 'result'] as const;

  return {
    add: (key: string, record: StoredRecord): void => {
      const cacheKey = record.kind === 'output' ? { cacheKey: record.output.cacheKey } : {};
      const entry: Known = { owner: ownerIn(record), ...cacheKey, result: resultIn(record).sha256 };
      known.set(key, entry);
      for (const by of kinds) {
        const term = entry[by];
        if (term !== undefined) keys[by].set(term, (keys[by].get(term) ?? new Set()).add(key));
      }
    },
    remove: (key: string): void => {
      const entry = known.get(key);
      known.delete(key);
      for (const by of kinds) {
        const term = entry?.[by] ?? '';
        const others = keys[by].get(term);
        others?.delete(key);
        if (others?.size === 0) keys[by].delete(term);
      }
    },
    /** The account id of an entry's owner; undefined for an unknown entry. */
    ownerOf: (key: string): string | undefined => known.get(key)?.owner,
    /**
     * Keys of the entries, those of `owner` first. Results of operations are not found by their cache key, which is the
     * key of their entry.
     */
    keysOf: (by: FindBy, term: string, owner: string): readonly string[] => {
      const isOwn = (key: string): boolean => known.get(key)?.owner === owner;
      return [...(keys[by].get(term) ?? [])].toSorted(
        (a, b) => Number(isOwn(b)) - Number(isOwn(a)),
      );
    },
  };
};
