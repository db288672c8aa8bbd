import type { Draft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { StoredRecord } from './output-record.ts';
import type { Output, OutputDraft, OutputLease, ResultDraft, ResultLease } from './output.ts';

/*
 * Outputs and results of operations are entries of one folder. An output has the files `source` and
 * `result`. A result of an operation has the file `result`.
 */

/** The draft of an entry as that of the output `id`. */
export const outputDraft = (
  id: string,
  draft: Draft<StoredRecord>,
  now: () => number,
): OutputDraft => ({
  id,
  addSource: (path) => draft.add('source', path),
  addResult: (path) => draft.add('result', path),
  linkFrom: async ({ source, resultPath }) => {
    await Promise.all([draft.link('source', await source()), draft.link('result', resultPath)]);
  },
  publish: async ({ owner, cacheKey, source, result, receipt }) => {
    const output: Output = { id, owner, cacheKey, createdAt: now(), source, result, receipt };
    if (!(await draft.publish({ kind: 'output', output }))) throw new Error(`${id} is taken.`);
    return output;
  },
  discard: draft.discard,
});

/** The lease of an entry as that of an output; undefined, and released, when the entry is none. */
export const outputLease = (lease: Lease<StoredRecord>): OutputLease | undefined => {
  if (lease.record.kind !== 'output') {
    lease.release();
    return undefined;
  }
  return leaseOf(lease, lease.record.output);
};

const leaseOf = (lease: Lease<StoredRecord>, output: Output): OutputLease => ({
  output,
  source: async () => lease.path('source'),
  resultPath: lease.path('result'),
  share: () => leaseOf(lease.share(), output),
  release: lease.release,
  [Symbol.dispose]: lease[Symbol.dispose],
});

/** The draft of an entry as that of a result of `owner`'s. */
export const resultDraft = (owner: string, draft: Draft<StoredRecord>): ResultDraft => ({
  addResult: (path) => draft.add('result', path),
  publish: async (result, made) => {
    await draft.publish({ kind: 'result', owner, result, made });
  },
  discard: draft.discard,
});

/** The lease of an entry as that of a result; undefined, and released, when the entry is none. */
export const resultLease = (lease: Lease<StoredRecord>): ResultLease | undefined => {
  if (lease.record.kind !== 'result') {
    lease.release();
    return undefined;
  }
  return {
    result: lease.record.result,
    resultPath: lease.path('result'),
    made: lease.record.made,
    release: lease.release,
  };
};
