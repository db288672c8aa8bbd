import { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import type { StorageSettings } from './named-store.ts';
import { StorageFailure } from './object-client.ts';
import { createObjectClients } from './object-clients.ts';
import { storePlace } from './store-place.ts';

export type StoreReader = ReturnType<typeof createStoreReader>;

const longestSilenceMs = 10_000;

/** A reader for the stores of the configuration. Their packages are loaded when they are first used. */
export const createStoreReader = (settings: StorageSettings) => {
  const clients = createObjectClients({ silenceMs: longestSilenceMs });
  return {
    /**
     * An object as a stream; undefined when there is none. `key` is the whole key.
     * @throws ServiceError `storage_failed`, whose cause is for the log; the reason of the signal. So does the stream.
     */
    open: async (name: string, key: string, signal: AbortSignal): Promise<Readable | undefined> => {
      const store = settings.stores[name];
      if (store === undefined) throw new Error(`no store ${name}`);
      const limit = AbortSignal.timeout(settings.deadlineSeconds * 1000);
      try {
        const client = await clients.open(storePlace(store, settings));
        const body = await client.get(key, AbortSignal.any([signal, limit]));
        return body && Readable.from(piecesOf(body, signal));
      } catch (cause) {
        signal.throwIfAborted();
        if (!(cause instanceof StorageFailure) && !limit.aborted) throw cause;
        throw unreadable(cause);
      }
    },
    close: clients.close,
  };
};

/** The pieces of an object. A connection that breaks is the store's fault, and not this service's. */
async function* piecesOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) yield piece as Buffer;
  } catch (cause) {
    signal.throwIfAborted();
    throw unreadable(cause);
  }
}

const unreadable = (cause: unknown): ServiceError =>
  new ServiceError('storage_failed', 'The store of the source could not be read.', {
    cause,
    isFault: true,
  });
