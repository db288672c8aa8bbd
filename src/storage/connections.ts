import { createHash } from 'node:crypto';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { LRUCache } from 'lru-cache';
import type { ObjstoreTarget } from './storage.ts';

/** Connections to one storage with one key. `release` is called when the upload has ended. */
export type Connections = Readonly<{ handler: NodeHttpHandler; release: () => void }>;

/** An address and the key that is used there. */
type StoragePlace = Pick<ObjstoreTarget, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>;

export type ConnectionCache = Readonly<{
  /** The first one loads the transport. */
  take: (place: StoragePlace) => Promise<Connections>;
  /** Closes all of them. */
  close: () => void;
}>;

type Entry = { readonly handler: NodeHttpHandler; users: number; isEvicted: boolean };

const mostEntries = 32;

/**
 * Keeps connections for the next upload with the same key to the same storage. The least recently used are
 * closed first. They are kept by a digest of the key, so no secret is kept.
 */
export const createConnectionCache = ({ silenceMs }: { silenceMs: number }): ConnectionCache => {
  const endIfIdle = ({ handler, users, isEvicted }: Entry): void => {
    if (isEvicted && users === 0) handler.destroy();
  };
  const entries = new LRUCache<string, Entry>({
    max: mostEntries,
    dispose: (entry) => {
      entry.isEvicted = true;
      endIfIdle(entry);
    },
  });

  const take: ConnectionCache['take'] = async (place) => {
    const { NodeHttpHandler } = await import('@smithy/node-http-handler');
    const name = nameOf(place);
    const entry = entries.get(name) ?? {
      // Own agents, which use no proxy of the environment and no setting of the process.
      handler: new NodeHttpHandler({
        httpAgent: { keepAlive: true },
        httpsAgent: { keepAlive: true },
        connectionTimeout: silenceMs,
        socketTimeout: silenceMs,
      }),
      users: 0,
      isEvicted: false,
    };
    entry.users += 1;
    entries.set(name, entry);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      entry.users -= 1;
      endIfIdle(entry);
    };
    return { handler: entry.handler, release };
  };
  return { take, close: () => entries.clear() };
};

const nameOf = ({ endpoint, region, accessKeyId, secretAccessKey }: StoragePlace): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint, region, accessKeyId.reveal(), secretAccessKey.reveal()]))
    .digest('hex');
