type AtOnceOptions<Item> = Readonly<{
  items: AsyncIterable<Item> | Iterable<Item>;
  /** Items that are worked on at once. */
  atOnce: number;
  work: (item: Item) => Promise<void>;
  /** Aborts when no further item is to be begun. */
  stopping: AbortSignal;
}>;

/** Works on items, several at once. Rejects with the first failure once what is under way has ended. */
export const eachAtOnce = async <Item>(options: AtOnceOptions<Item>): Promise<void> => {
  const { items, atOnce, work, stopping } = options;
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      if (stopping.aborted || failures.length > 0) break;
      const running = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(running));
      underWay.add(running);
      if (underWay.size >= atOnce) await Promise.race(underWay);
    }
  } finally {
    // Also where the items have failed: what they work with is closed next.
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
};
