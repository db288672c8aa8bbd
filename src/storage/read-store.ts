import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import type { StorageSettings } from './named-store.ts';
import { StorageFailure } from './object-client.ts';
import { createObjectClients } from './object-clients.ts';
import { storePlace } from './store-place.ts';

/** Reads objects of named stores. */
export type StoreReader = Readonly<{
  /**
   * An object as a stream; undefined when there is none. `key` is the whole key.
   * @throws ServiceError `storage_failed`, whose cause is for the log; the reason of the signal.
   */
  open: (store: string, key: string, signal: AbortSignal) => Promise<Readable | undefined>;
  close: () => void;
}>;

const longestSilenceMs = 10_000;

/** A reader for the stores of the configuration. Their packages are loaded when they are first used. */
export const createStoreReader = (settings: StorageSettings): StoreReader => {
  const clients = createObjectClients({ silenceMs: longestSilenceMs });
  return {
    open: async (name, key, signal) => {
      const store = settings.stores[name];
      if (store === undefined) throw new Error(`no store ${name}`);
      const limit = AbortSignal.timeout(settings.deadlineSeconds * 1000);
      try {
        const client = await clients.open(storePlace(store, settings));
        return await client.get(key, AbortSignal.any([signal, limit]));
      } catch (cause) {
        signal.throwIfAborted();
        if (!(cause instanceof StorageFailure) && !limit.aborted) throw cause;
        throw new ServiceError('storage_failed', 'The store of the source could not be read.', {
          cause,
          isFault: true,
        });
      }
    },
    close: clients.close,
  };
};
