import { ServiceError } from '../errors.ts';
import type { Lease } from './lease.ts';
import type { StoredRecord } from './output-record.ts';
import type { OutputLease } from './output.ts';

type Held = Lease<StoredRecord>;

/** A lease that keeps the source on this node too, from when it is needed. */
export const outputLease = (
  lease: Lease<Extract<StoredRecord, { kind: 'output' }>>,
  bringSource: () => Promise<Held | undefined>,
): OutputLease => {
  let source: Promise<Held | undefined> | undefined;
  const release = (): void => {
    lease.release();
    source?.then((brought) => brought?.release()).catch(() => undefined);
  };
  const opened: OutputLease = {
    output: lease.record.output,
    resultPath: lease.path('result'),
    source: async () => {
      if (lease.has('source')) return lease.path('source');
      const brought = await (source ??= bringSource());
      if (brought === undefined)
        throw new ServiceError('not_found', 'Resource not found or expired.');
      return brought.path('source');
    },
    share: () => outputLease(lease.share(), bringSource),
    release,
    [Symbol.dispose]: release,
  };
  held.set(opened, lease);
  return opened;
};

const held = new WeakMap<OutputLease, Held>();

/** The lease that an output's lease stands on. */
export const heldBy = (lease: OutputLease): Held | undefined => held.get(lease);
