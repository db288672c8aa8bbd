/** The values of a result that decide which one wins. */
export type SizedResult = Readonly<{
  /** Size once metadata has been taken out. */
  bytes: number;
  lossless: boolean;
}>;

/**
 * The smallest result, and among equals the lossless one; undefined when all have more than `limit` bytes
 * (design, invariant 1).
 */
export const smallestOf = <T extends SizedResult>(
  results: readonly T[],
  limit: number,
): T | undefined =>
  results
    .filter(({ bytes }) => bytes <= limit)
    .toSorted((a, b) => a.bytes - b.bytes || Number(b.lossless) - Number(a.lossless))[0];
