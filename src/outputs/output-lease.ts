import { ServiceError } from '../errors.ts';
import type { Lease } from './lease.ts';
import type { StoredRecord } from './output-record.ts';
import type { OutputLease } from './output.ts';

type EntryLease = Lease<StoredRecord>;

/** A lease that keeps the source on this node too, from when it is needed. */
export const outputLease = (
  lease: Lease<Extract<StoredRecord, { kind: 'output' }>>,
  downloadSource: () => Promise<EntryLease | undefined>,
): OutputLease => {
  let source: Promise<EntryLease | undefined> | undefined;
  const release = (): void => {
    lease.release();
    source?.then((downloaded) => downloaded?.release()).catch(() => undefined);
  };
  const opened: OutputLease = {
    output: lease.record.output,
    resultPath: lease.path('result'),
    source: async () => {
      if (lease.has('source')) return lease.path('source');
      const downloaded = await (source ??= downloadSource());
      if (downloaded === undefined)
        throw new ServiceError('not_found', 'Resource not found or expired.');
      return downloaded.path('source');
    },
    share: () => outputLease(lease.share(), downloadSource),
    release,
    [Symbol.dispose]: release,
  };
  held.set(opened, lease);
  return opened;
};

const held = new WeakMap<OutputLease, EntryLease>();

/** The lease that an output's lease stands on. */
export const entryLeaseOf = (lease: OutputLease): EntryLease | undefined => held.get(lease);
