import type {
  Output,
  OutputDescription,
  OutputDraft,
  OutputLease,
  Outputs,
} from '../../src/outputs/outputs.ts';
import { outputOf } from './samples.ts';

type Entry = Readonly<{ output: Output; sourcePath: string; resultPath: string }>;

export type MemoryOutputs = Outputs &
  Readonly<{
    all: () => readonly Entry[];
    /** Leases that have not been released. */
    leases: () => number;
    /** Drafts that are neither published nor discarded. */
    drafts: () => number;
    evict: (id: string) => void;
  }>;

/** Outputs that only remember paths; what they share is shared by path. */
export const createMemoryOutputs = (): MemoryOutputs => {
  const entries = new Map<string, Entry>();
  let leases = 0;
  let made = 0;
  const openDrafts = new Set<string>();

  const open = async (id: string): Promise<OutputLease | undefined> => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    leases += 1;
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) leases -= 1;
      isReleased = true;
    };
    return { ...entry, release, [Symbol.dispose]: release };
  };

  const draft = (): OutputDraft => {
    const id = `output-${(made += 1)}`;
    const paths = { sourcePath: '', resultPath: '' };
    openDrafts.add(id);
    return {
      id,
      addSource: async (path) => void (paths.sourcePath = path),
      addResult: async (path) => void (paths.resultPath = path),
      linkFrom: async ({ sourcePath, resultPath }) =>
        void Object.assign(paths, { sourcePath, resultPath }),
      publish: async ({ owner, identity, source, result }: OutputDescription) => {
        const output: Output = { id, owner, identity, createdAt: 0, source, result };
        entries.set(id, { output, ...paths });
        openDrafts.delete(id);
        return output;
      },
      discard: async () => void openDrafts.delete(id),
    };
  };

  const findByIdentity: Outputs['findByIdentity'] = (identity, owner) => {
    const found = [...entries.values()].filter(({ output }) => output.identity === identity);
    const own = found.find(({ output }) => output.owner === owner);
    return (own ?? found[0])?.output.id;
  };

  return {
    draft,
    open,
    findByIdentity,
    isOurResult: (sha256) => entries.values().some(({ output }) => output.result.sha256 === sha256),
    stats: () => ({ bytes: 0, entries: entries.size }) as ReturnType<Outputs['stats']>,
    close: async () => undefined,
    all: () => [...entries.values()],
    leases: () => leases,
    drafts: () => openDrafts.size,
    evict: (id) => void entries.delete(id),
  };
};

/** Publishes a sample output. */
export const publishedOutput = async (
  outputs: Outputs,
  { owner, identity }: Readonly<{ owner: string; identity: string }>,
): Promise<Output> => {
  const draft = outputs.draft();
  await draft.addSource('source');
  await draft.addResult('result');
  return draft.publish(outputOf({ owner, identity }));
};
