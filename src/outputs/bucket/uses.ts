import type { Bucket } from '../../bucket.ts';
import { filesIn, type FileName } from '../output-record.ts';
import type { OpenedEntry } from '../remote.ts';
import { withFreshDate } from './objects.ts';
import { type Pointers, termsOf } from './pointers.ts';
import { createSending } from './sending.ts';

type UsesOptions = Readonly<{
  bucket: Bucket;
  pointers: Pick<Pointers, 'touch' | 'move'>;
  retentionMs: number;
  now: () => number;
  onProblem: (message: string) => void;
}>;

/** A use is noted at most so often: the retention is at most this much shorter for other nodes. */
const longestPrecisionMs = 60_000;

const mostNoted = 10_000;

/** Keeps outputs that are used. */
export const createUses = (options: UsesOptions) => {
  const { bucket, pointers, retentionMs, now, onProblem } = options;
  const precisionMs = Math.min(longestPrecisionMs, retentionMs / 48);
  /** When a use was last noted, by key; the oldest first. */
  const noted = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const resends = new Map<string, Promise<string>>();

  /** Sends the objects to the folder under today's date, and gives that; `folder` where they are gone. */
  const resend = async ({ record, file }: OpenedEntry, folder: string): Promise<string> => {
    using held = new DisposableStack();
    const target = withFreshDate(folder, now());
    const sending = createSending(bucket, target);
    const paths = new Map<FileName, string>();
    for (const name of Object.keys(filesIn(record)) as FileName[]) {
      const lease = await file(name);
      if (lease === undefined) return folder;
      paths.set(name, held.use(lease).path(name));
    }
    await Promise.all([...paths].map(([name, path]) => sending.send(name, path)));
    await sending.finish(record);
    return target;
  };

  /**
   * The folder under today's date, where the objects in `folder` are sent if it has another date. They are sent again
   * from this node: some servers (radosgw on SQLite) answer that they have copied an object, and have not.
   */
  const refreshed = (entry: OpenedEntry, folder: string): Promise<string> => {
    if (withFreshDate(folder, now()) === folder) return Promise.resolve(folder);
    const begun =
      resends.get(folder) ?? resend(entry, folder).finally(() => resends.delete(folder));
    resends.set(folder, begun);
    return begun;
  };

  const keep = async (entry: OpenedEntry): Promise<void> => {
    const { key, record } = entry;
    const pointer = await pointers.touch(key, termsOf(record));
    if (pointer === undefined) return;
    const { folder } = pointer;
    const moved = await refreshed(entry, folder);
    if (moved !== folder) await pointers.move(key, folder, moved);
  };

  return {
    /** Notes a use, in the background. */
    note: (entry: OpenedEntry): void => {
      const { key } = entry;
      const lastMs = noted.get(key);
      if (lastMs !== undefined && now() - lastMs < precisionMs) return;
      noted.delete(key);
      noted.set(key, now());
      for (const oldest of noted.keys()) {
        if (noted.size <= mostNoted) break;
        noted.delete(oldest);
      }
      const work = keep(entry)
        .catch((error: unknown) => {
          noted.delete(key);
          onProblem(`The use of the output ${key} is not noted: ${String(error)}`);
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    refreshed,
    /** Resolves when all uses are noted. */
    close: async (): Promise<void> => void (await Promise.all(underWay)),
  };
};
