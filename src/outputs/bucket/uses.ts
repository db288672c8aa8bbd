import type { Bucket } from '../../bucket.ts';
import { resultIn, type StoredRecord } from '../output-record.ts';
import type { Bringing } from './bringing.ts';
import { folderToday } from './objects.ts';
import type { Pointers, Terms } from './pointers.ts';
import { createSending } from './sending.ts';

/** Keeps outputs that are used. */
export type Uses = Readonly<{
  /** Notes a use, in the background. */
  note: (key: string, stored: StoredRecord) => void;
  /**
   * The folder under today's date, where the objects in `folder` are sent if it has another date. They are sent again
   * from this node: some servers (radosgw on SQLite) answer that they have copied an object, and have not.
   */
  today: (key: string, folder: string) => Promise<string>;
  /** Resolves when all uses are noted. */
  close: () => Promise<void>;
}>;

export type UsesOptions = Readonly<{
  bucket: Bucket;
  pointers: Pick<Pointers, 'touch' | 'move'>;
  bringing: Bringing;
  retentionMs: number;
  now: () => number;
  onProblem: (message: string) => void;
}>;

/** A use is noted at most so often: the retention is at most this much shorter for other nodes. */
const longestPrecisionMs = 60_000;

const mostNoted = 10_000;

export const createUses = (options: UsesOptions): Uses => {
  const { bucket, pointers, bringing, retentionMs, now, onProblem } = options;
  const precisionMs = Math.min(longestPrecisionMs, retentionMs / 48);
  /** When a use was last noted, by key; the oldest first. */
  const noted = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const renewals = new Map<string, Promise<string>>();

  /** `folder` where its objects are gone. */
  const renewed = async (key: string, folder: string): Promise<string> => {
    using result = await bringing.result(key);
    if (result?.record.kind !== 'result') return folder;
    const { base, stored } = result.record;
    using source =
      stored.kind === 'output' ? await bringing.source(key, stored.output, base) : undefined;
    if (stored.kind === 'output' && source === undefined) return folder;
    const target = folderToday(folder, now());
    const sending = createSending(bucket, target);
    await Promise.all([
      sending.send('result', result.path('result')),
      source && sending.send('source', source.path('source')),
    ]);
    await sending.finish(stored);
    return target;
  };

  const today: Uses['today'] = (key, folder) => {
    if (folderToday(folder, now()) === folder) return Promise.resolve(folder);
    const begun =
      renewals.get(folder) ?? renewed(key, folder).finally(() => renewals.delete(folder));
    renewals.set(folder, begun);
    return begun;
  };

  const keep = async (key: string, terms: Terms): Promise<void> => {
    const pointer = await pointers.touch(key, terms);
    if (pointer === undefined) return;
    const { folder } = pointer;
    const moved = await today(key, folder);
    if (moved !== folder) await pointers.move(key, folder, moved);
  };

  return {
    note: (key, stored) => {
      const lastMs = noted.get(key);
      if (lastMs !== undefined && now() - lastMs < precisionMs) return;
      noted.delete(key);
      noted.set(key, now());
      for (const oldest of noted.keys()) {
        if (noted.size <= mostNoted) break;
        noted.delete(oldest);
      }
      const work = keep(key, termsOf(stored))
        .catch((error: unknown) => {
          noted.delete(key);
          onProblem(`The use of the output ${key} is not noted: ${String(error)}`);
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    today,
    close: async () => void (await Promise.all(underWay)),
  };
};

/** By what the entry of a record is found. An output with an empty key is found by no other request. */
export const termsOf = (stored: StoredRecord): Terms => ({
  cacheKey: (stored.kind === 'output' && stored.output.cacheKey) || undefined,
  result: resultIn(stored).sha256,
});
