import type { Output } from './output.ts';

/** Which outputs, and results of operations, there are by what they hold, in memory. */
export type OutputIndex = Readonly<{
  add: (output: Output) => void;
  /** A result of an operation, which is found by its cache key elsewhere. */
  addResult: (id: string, sha256: string, owner: string | undefined) => void;
  remove: (id: string) => void;
  /** Whose an entry is; undefined where nobody's, as results of older versions are. */
  ownerOf: (id: string) => string | undefined;
  /** Ids of the outputs with this cache key, those of `owner` first. */
  idsOf: (cacheKey: string, owner: string) => string[];
  /** Ids of what has a result with this digest. */
  idsOfResult: (sha256: string) => string[];
}>;

/* What the index keeps of an entry; there may be 50,000 of them. Results have no cache key here. */
type Known = Readonly<{ owner: string | undefined; cacheKey?: string; resultSha256: string }>;

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
