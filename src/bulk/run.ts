import { eachAtOnce } from './at-once.ts';
import type { Outcome } from './outcome.ts';
import type { RawPath } from './raw-path.ts';

export type OnOutcome = (outcome: Outcome) => Promise<void> | void;

/** What a run works on: the files of trees, or the objects of a bucket. */
export type Batch<Item> = Readonly<{
  /** All that are looked at, in order. `onOutcome` gets failures of what they are in. It may reject where `signal` aborts. */
  items: (signal: AbortSignal, onOutcome?: OnOutcome) => AsyncIterable<Item>;
  /** By which a sample is drawn; undefined for what is gone. */
  sizeOf: (item: Item) => Readonly<{ path: RawPath; bytes: number }> | undefined;
  /** What an earlier run has made of it, where that still holds. */
  doneBefore: (item: Item) => Outcome | undefined;
  /** What prevents it is the outcome. @throws the reason of `signal`, and what ends the run. */
  compress: (item: Item, signal: AbortSignal) => Promise<Outcome>;
}>;

export type RunOptions<Item> = Readonly<{
  batch: Batch<Item>;
  /** Items that are compressed at once. */
  atOnce: number;
  /** Called once for each item. The run waits for it. */
  onOutcome: OnOutcome;
  /** Aborts when no further item is to be begun. */
  stopping: AbortSignal;
  /** Aborts when items under way are to be given up too. */
  ending: AbortSignal;
}>;

/** Compresses all of a batch, but for what an earlier run has done. */
export const compressAll = async <Item>(options: RunOptions<Item>): Promise<void> => {
  const { batch, onOutcome, stopping, ending } = options;
  async function* toCompress(): AsyncGenerator<Item> {
    for await (const item of batch.items(ending, onOutcome)) {
      // Before the outcomes of what is done: there may be many.
      if (stopping.aborted) return;
      const known = batch.doneBefore(item);
      if (known === undefined) yield item;
      else await onOutcome(known);
    }
  }
  await compressEach(toCompress(), { ...options, compress: batch.compress });
};

/** Compresses items. One that was given up has no outcome. */
export const compressEach = <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { compress, atOnce, onOutcome, stopping, ending }: CompressOptions<Item>,
): Promise<void> =>
  eachAtOnce({
    ...{ items, atOnce, stopping },
    work: async (item) => {
      const outcome = await compress(item, ending).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
      if (outcome !== undefined) await onOutcome(outcome, item);
    },
  });

type CompressOptions<Item> = Omit<RunOptions<Item>, 'batch' | 'onOutcome'> &
  Readonly<{
    compress: Batch<Item>['compress'];
    onOutcome: (outcome: Outcome, item: Item) => Promise<void> | void;
  }>;

/** How many a run looks at; those until then where `signal` aborts. */
export const countAll = async (
  { items }: Pick<Batch<unknown>, 'items'>,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  try {
    for await (const _ of items(signal)) {
      count += 1;
      if (signal.aborted) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return count;
};
