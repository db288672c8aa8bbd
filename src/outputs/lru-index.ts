import { accessSync, constants } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { entryRemoval } from './entry-folder.ts';
import { createErasures } from './erasures.ts';
import { createSpace } from './space.ts';

/** Why an entry was evicted. */
export type EvictReason = 'space' | 'expired';

/** The part of an entry that is kept in memory. Records stay on disk, since there may be 50,000 of them. */
export type LruEntry = {
  readonly key: string;
  /** The bytes that it adds to the total that is limited. */
  readonly bytes: number;
  lastUsedMs: number;
  /** The last use that is stored on disk. */
  writtenUseMs: number;
  /** How many leases there are on it. */
  pins: number;
  /** Whether it has left the index. Its files are removed with the last pin. */
  isDoomed: boolean;
  reason: EvictReason | undefined;
  /** The stamps of its files when they were last checked; undefined until they are read. */
  checkedAs: string | undefined;
};

export type LruIndex = ReturnType<typeof createLruIndex>;

export type LruIndexOptions = Readonly<{
  folder: string;
  maxBytes: number;
  retentionSeconds: number;
  now: () => number;
  onRemove: (key: string) => void;
  onEvict: (bytes: number, reason: EvictReason) => void;
  onProblem: (message: string) => void;
}>;

/** The entries of a folder in their order of use, and their removal from disk. None at first. */
export const createLruIndex = (options: LruIndexOptions) => {
  const { folder, maxBytes, retentionSeconds, now, onRemove, onEvict, onProblem } = options;
  // `lru-cache` keeps the order. Its own limit is never reached: evictions skip pinned entries, and an entry
  // counts until it has been removed from disk.
  const entries = new LRUCache<string, LruEntry>({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (entry) => entry.bytes,
  });
  // Removals under way, by key. Both the key and the bytes are free when a removal has ended.
  const removals = new Map<string, Promise<boolean>>();
  let sweeping: Promise<void> | undefined;
  let isClosed = false;

  const isExpired = ({ lastUsedMs }: LruEntry): boolean =>
    now() - lastUsedMs >= retentionSeconds * 1000;

  /** Adds an entry that is on disk, as the most recently used. `space` already counts its bytes. */
  const insert = (key: string, bytes: number, lastUsedMs: number, checkedAs?: string): void => {
    // When the clock was set back, an entry must still expire no later than any other.
    const useMs = Math.min(lastUsedMs, now());
    const state = { pins: 0, isDoomed: false, reason: undefined, checkedAs };
    entries.set(key, { key, bytes, lastUsedMs: useMs, writtenUseMs: useMs, ...state });
  };

  const erase = async ({ key, bytes, reason }: LruEntry): Promise<boolean> => {
    const isGone = await erasures.erase(`The output ${key}`, bytes, entryRemoval(folder, key));
    removals.delete(key);
    if (isGone && reason) onEvict(bytes, reason);
    return isGone;
  };

  /** Removes an entry from the index. It is removed from disk as soon as it is not pinned. */
  const doom = (entry: LruEntry, reason?: EvictReason): void => {
    if (entry.isDoomed) return;
    entry.isDoomed = true;
    entry.reason = reason;
    entries.delete(entry.key);
    onRemove(entry.key);
    if (entry.pins === 0) removals.set(entry.key, erase(entry));
  };

  /** The entry, unless it has expired. This does not count as a use. */
  const find = (key: string): LruEntry | undefined => {
    const entry = entries.peek(key);
    if (!entry || !isExpired(entry)) return entry;
    doom(entry, 'expired');
    return undefined;
  };

  /** Makes the entry the most recently used, and keeps it on disk until `unpin`. */
  const pin = (entry: LruEntry): void => {
    entries.get(entry.key);
    entry.lastUsedMs = now();
    if (entry.pins === 0) space.hold(entry.bytes);
    entry.pins += 1;
  };

  const unpin = (entry: LruEntry): void => {
    entry.pins -= 1;
    if (entry.pins > 0) return;
    space.unhold(entry.bytes);
    if (entry.isDoomed) removals.set(entry.key, erase(entry));
  };

  const oldestIdle = (): LruEntry | undefined => {
    for (const entry of entries.rvalues()) if (entry?.pins === 0) return entry;
    return undefined;
  };

  const evictOne = async (): Promise<boolean> => {
    // Evictions that have already begun may free enough.
    if (removals.size > 0) {
      await Promise.all(removals.values());
      return true;
    }
    // Where nothing can be removed, entries must not be given up one after the other.
    accessSync(folder, constants.W_OK | constants.X_OK);
    const victim = oldestIdle();
    if (!victim) return false;
    doom(victim, isExpired(victim) ? 'expired' : 'space');
    return (await removals.get(victim.key)) ?? false;
  };

  const space = createSpace({ maxBytes, evictOne });
  const erasures = createErasures(space, onProblem);

  const oldestExpired = (): LruEntry | undefined => {
    const oldest = entries.rvalues().next().value;
    return oldest && !isClosed && isExpired(oldest) ? oldest : undefined;
  };

  const sweep = async (): Promise<void> => {
    for (let entry = oldestExpired(); entry; entry = oldestExpired()) {
      doom(entry, 'expired');
      await removals.get(entry.key);
    }
    await erasures.retry();
  };

  /** Removes what has expired, one entry after the other, and what could not be removed before. */
  const removeExpired = (): Promise<void> =>
    (sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    }));

  return {
    space,
    erasures,
    insert,
    find,
    pin,
    unpin,
    doom,
    /** Resolves when no removal of the entry `key` is under way. */
    removal: async (key: string): Promise<void> => void (await removals.get(key)),
    removeExpired,
    size: () => entries.size,
    /** Ends `removeExpired` early; resolves when no removal is under way. */
    close: async (): Promise<void> => {
      isClosed = true;
      await sweeping;
      await Promise.all(removals.values());
    },
  };
};
