import type { Output } from './output.ts';

/** Finds outputs by cache key, and outputs and results of operations by the digest of the result. In memory. */
export type OutputIndex = Readonly<{
  add: (output: Output) => void;
  /** Adds a result of an operation. Its cache key is the key of its entry, so it is not looked up here. */
  addResult: (id: string, sha256: string, owner: string) => void;
  remove: (id: string) => void;
  /** The account id of an entry's owner; undefined for an unknown entry. */
  ownerOf: (id: string) => string | undefined;
  /** Ids of the outputs with this cache key, those of `owner` first. */
  idsOf: (cacheKey: string, owner: string) => string[];
  /** Ids of the outputs, and results of operations, with this digest of the result. */
  idsOfResult: (sha256: string) => string[];
}>;

/* Kept small, since there may be 50,000 entries. Results of operations have no cache key here. */
type Known = Readonly<{ owner: string; cacheKey?: string; resultSha256: string }>;

/** An empty index. */
export const createOutputIndex = (): OutputIndex => {
  const known = new Map<string, Known>();
  const byCacheKey = new Map<string, Set<string>>();
  const byResult = new Map<string, Set<string>>();

  return {
    add: ({ id, owner, cacheKey, result }) => {
      known.set(id, { owner, cacheKey, resultSha256: result.sha256 });
      addTo(byCacheKey, cacheKey, id);
      addTo(byResult, result.sha256, id);
    },
    addResult: (id, sha256, owner) => {
      known.set(id, { owner, resultSha256: sha256 });
      addTo(byResult, sha256, id);
    },
    remove: (id) => {
      const entry = known.get(id);
      if (!entry) return;
      known.delete(id);
      if (entry.cacheKey !== undefined) removeFrom(byCacheKey, entry.cacheKey, id);
      removeFrom(byResult, entry.resultSha256, id);
    },
    ownerOf: (id) => known.get(id)?.owner,
    idsOf: (cacheKey, owner) => {
      const isOwn = (id: string): boolean => known.get(id)?.owner === owner;
      return [...(byCacheKey.get(cacheKey) ?? [])].toSorted(
        (a, b) => Number(isOwn(b)) - Number(isOwn(a)),
      );
    },
    idsOfResult: (sha256) => [...(byResult.get(sha256) ?? [])],
  };
};

const addTo = (index: Map<string, Set<string>>, term: string, id: string): void => {
  const ids = index.get(term) ?? new Set();
  index.set(term, ids.add(id));
};

const removeFrom = (index: Map<string, Set<string>>, term: string, id: string): void => {
  const ids = index.get(term);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(term);
};
