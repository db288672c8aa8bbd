import type {
  ImageDescription,
  ResultOrigin,
  Output,
  NewOutput,
  OutputDraft,
  OutputLease,
  Outputs,
  ResultDraft,
  ResultLease,
} from '../../../src/outputs/output.ts';
import { outputOf } from './samples.ts';

type Entry = Readonly<{ output: Output; sourcePath: string; resultPath: string }>;
type ResultEntry = Readonly<{ result: ImageDescription; resultPath: string; made: ResultOrigin }>;

export type MemoryOutputs = Outputs &
  Readonly<{
    all: () => readonly Entry[];
    /** Results of operations, by the cache key they are found under. */
    results: () => ReadonlyMap<string, ResultEntry>;
    /** Leases that have not been released. */
    leases: () => number;
    /** Drafts that are neither published nor discarded. */
    drafts: () => number;
    evict: (id: string) => void;
  }>;

/** Outputs that only remember paths; what they share is shared by path. */
export const createMemoryOutputs = (): MemoryOutputs => {
  const entries = new Map<string, Entry>();
  const results = new Map<string, ResultEntry>();
  let leases = 0;
  let drafted = 0;
  const openDrafts = new Set<string | ResultDraft>();

  /** A lease begins; the function ends it, once. */
  const leased = (): (() => void) => {
    leases += 1;
    let isReleased = false;
    return () => {
      if (!isReleased) leases -= 1;
      isReleased = true;
    };
  };

  const open = async (id: string): Promise<OutputLease | undefined> => {
    const entry = entries.get(id);
    return entry && leaseOf(entry);
  };

  const leaseOf = (entry: Entry): OutputLease => {
    const release = leased();
    const { output, sourcePath, resultPath } = entry;
    const share = () => leaseOf(entry);
    const source = async () => sourcePath;
    return { output, source, resultPath, share, release, [Symbol.dispose]: release };
  };

  const openResult = async (cacheKey: string): Promise<ResultLease | undefined> => {
    const entry = results.get(cacheKey);
    return entry && { ...entry, release: leased() };
  };

  const draftResult = (cacheKey: string): ResultDraft => {
    let resultPath = '';
    const pending: ResultDraft = {
      addResult: async (path) => void (resultPath = path),
      publish: async (result, made) => {
        if (!results.has(cacheKey)) results.set(cacheKey, { result, resultPath, made });
        openDrafts.delete(pending);
      },
      discard: async () => void openDrafts.delete(pending),
    };
    openDrafts.add(pending);
    return pending;
  };

  const draft = (): OutputDraft => {
    const id = `output-${(drafted += 1)}`;
    const paths = { sourcePath: '', resultPath: '' };
    openDrafts.add(id);
    return {
      id,
      addSource: async (path) => void (paths.sourcePath = path),
      addResult: async (path) => void (paths.resultPath = path),
      linkFrom: async ({ source, resultPath }) =>
        void Object.assign(paths, { sourcePath: await source(), resultPath }),
      publish: async (description: NewOutput) => {
        const output: Output = { ...description, id, createdAt: 0 };
        entries.set(id, { output, ...paths });
        openDrafts.delete(id);
        return output;
      },
      discard: async () => void openDrafts.delete(id),
    };
  };

  const findByCacheKey: Outputs['findByCacheKey'] = async (cacheKey, owner) => {
    const found = [...entries.values()].filter(({ output }) => output.cacheKey === cacheKey);
    const own = found.find(({ output }) => output.owner === owner);
    return (own ?? found[0])?.output.id;
  };

  return {
    draft,
    open,
    draftResult,
    openResult,
    has: async (id) => entries.has(id),
    findByCacheKey,
    isOurResult: async (sha256) =>
      entries.values().some(({ output }) => output.result.sha256 === sha256),
    stats: () =>
      ({ bytes: 0, entries: entries.size + results.size }) as ReturnType<Outputs['stats']>,
    close: async () => undefined,
    all: () => [...entries.values()],
    results: () => results,
    leases: () => leases,
    drafts: () => openDrafts.size,
    evict: (id) => void (entries.delete(id) || results.delete(id)),
  };
};

/** Publishes a sample output. */
export const publishedOutput = async (
  outputs: Outputs,
  { owner, cacheKey }: Readonly<{ owner: string; cacheKey: string }>,
): Promise<Output> => {
  const draft = outputs.draft();
  await draft.addSource('source');
  await draft.addResult('result');
  return draft.publish(outputOf({ owner, cacheKey }));
};
