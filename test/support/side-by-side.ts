/** What `work` makes of each item, in order, with at most `lanes` at work at once. */
export const sideBySide = async <T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = [];
  const entries = items.entries();
  const lane = async (): Promise<void> => {
    // All lanes draw from one iterator.
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
};
