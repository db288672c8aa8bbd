import { expect } from 'chai';
import type { Compressed } from '../../../src/engine/compress.ts';
import type { Job } from '../../../src/engine/job.ts';
import { filesIn, type JobFolder } from '../../../src/jobs/job-folder.ts';
import { createMemoryOutputs, type MemoryOutputs } from './memory-outputs.ts';

type Compress = (job: Job) => Promise<Compressed>;
type Lookup = 'hit' | 'shared' | 'miss';

/** What the tests of `upload` and `operate` give the use case, and read afterwards. */
export type UseCaseParts = Readonly<{
  outputs: MemoryOutputs;
  /** The engine, which notes its jobs and does what the test says. */
  compress: Compress;
  jobs: readonly Job[];
  /** Replaces what the engine does, until now `compressed` for every job. */
  compressBy: (compress: Compress) => void;
  /**
   * Holds the next job in the engine: `begun` resolves with the job's signal, `end` settles the job. The
   * job rejects when its signal aborts.
   */
  holdEngine: () => Readonly<{
    begun: Promise<AbortSignal>;
    end: PromiseWithResolvers<Compressed>;
  }>;
  /** A job folder that is a name only: `job-1`, `job-2`, … */
  openFolder: () => JobFolder;
  /** Job folders that have not been removed. */
  folderCount: () => number;
  lookups: readonly Lookup[];
  onLookup: (result: Lookup) => void;
  /** Resolves when `count` requests have been looked up. */
  lookedUp: (count: number) => Promise<void>;
  /** Fails where a job folder, a lease or a draft is left. */
  expectNothingLeft: () => void;
}>;

/** Parts in memory, for an engine that makes `compressed` of every job unless the test says otherwise. */
export const createUseCaseParts = (compressed: Compressed): UseCaseParts => {
  const outputs = createMemoryOutputs();
  const jobs: Job[] = [];
  const lookups: Lookup[] = [];
  const folders = new Set<string>();
  let opened = 0;
  let current: Compress = async () => compressed;

  const holdEngine: UseCaseParts['holdEngine'] = () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const end = Promise.withResolvers<Compressed>();
    current = ({ client }) => {
      client.signal.addEventListener('abort', () => end.reject(client.signal.reason));
      begun.resolve(client.signal);
      return end.promise;
    };
    return { begun: begun.promise, end };
  };

  const openFolder = (): JobFolder => {
    const path = `job-${(opened += 1)}`;
    folders.add(path);
    return { ...filesIn(''), path, remove: async () => void folders.delete(path) };
  };

  const lookedUp = async (count: number): Promise<void> => {
    while (lookups.length < count) await new Promise(setImmediate);
  };

  const expectNothingLeft = (): void => {
    expect([...folders], 'job folders').to.deep.equal([]);
    expect(outputs.leases(), 'leases').to.equal(0);
    expect(outputs.drafts(), 'drafts').to.equal(0);
  };

  return {
    outputs,
    compress: (job) => {
      jobs.push(job);
      return current(job);
    },
    jobs,
    compressBy: (compress) => (current = compress),
    holdEngine,
    openFolder,
    folderCount: () => folders.size,
    lookups,
    onLookup: (result) => lookups.push(result),
    lookedUp,
    expectNothingLeft,
  };
};
