import { expect } from 'chai';
import type { ObjectStore } from '../../../src/bucket.ts';
import type { SweepWork } from '../../../src/bulk/sweep/store-result.ts';
import { lookOf } from '../../../src/bulk/sweeps/object-work.ts';
import { isInterruption } from '../../../src/bulk/sweeps/run-shard.ts';
import { StorageFailure } from '../../../src/storage/object-client.ts';
import { halvingCompressor } from '../../support/bulk/halving-compressor.ts';
import { allPictures, never } from '../../support/bulk/sweeping.ts';
import { rejectionOf } from '../../support/rejection.ts';

const failureOf = (isRetryable: boolean) =>
  new StorageFailure({
    ...{ kind: 'failed', code: 'InternalError', sentence: 'The storage is busy.', isRetryable },
  });

/** A store that has no object. `refuses`: what a request for an object is refused with. */
const storeOf = (refuses: (key: string) => Error | undefined): ObjectStore =>
  ({
    head: async (key) => {
      const refusal = refuses(key);
      if (refusal !== undefined) throw refusal;
      return 'missing';
    },
  }) satisfies Partial<ObjectStore> as Partial<ObjectStore> as ObjectStore;

const alone = storeOf((key) => (key === 'a.jpg' ? failureOf(true) : undefined));
const away = storeOf(() => failureOf(true));
const refusing = storeOf(() => failureOf(false));

describe('an object that its storage does not give', () => {
  const look = (
    kind: 'compress' | 'undo',
    stores: Pick<SweepWork, 'source' | 'target' | 'backup'>,
  ) =>
    lookOf(
      { kind },
      {
        ...{ selection: allPictures, atOnce: 1 },
        work: {
          ...stores,
          ...{ keepsVersions: false, heedsConditions: true, isTrial: false, journal: undefined },
          ...{ compressor: halvingCompressor(), operation: { preserve: [] }, settings: 'a' },
          ...{ minSaving: 0, maxBytes: 1e6, folder: '', isInterruption },
        },
      },
    )({ key: 'a.jpg', bytes: 12, etag: '', isArchived: false }, never);

  for (const kind of ['compress', 'undo'] as const) {
    it(`has failed where the storage answers otherwise (${kind})`, async () => {
      for (const backup of [undefined, refusing]) {
        expect(await look(kind, { source: alone, target: undefined, backup })).to.deep.equal({
          ...{ happened: 'failed', before: 12, after: 12 },
          failure: { key: 'a.jpg', reason: 'InternalError: The storage is busy.' },
        });
      }
    });

    it(`is tried again where the storage is back (${kind})`, async () => {
      let failures = 1;
      const back = storeOf((key) =>
        key === 'a.jpg' && (failures -= 1) >= 0 ? failureOf(true) : undefined,
      );
      const result = await look(kind, { source: back, target: undefined, backup: undefined });
      expect(result.happened).to.equal('left');
    });

    it(`interrupts the sweep where a storage is away (${kind})`, async () => {
      for (const [source, backup] of [
        [away, undefined],
        [alone, away],
      ] as const) {
        const error = await rejectionOf(look(kind, { source, target: undefined, backup }));
        expect(error).to.be.instanceOf(StorageFailure);
      }
    });
  }
});
