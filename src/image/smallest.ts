/** What a chain of encoders made, as far as the race is concerned. */
export type SizedResult = Readonly<{
  /** Size once metadata has been taken out. */
  bytes: number;
  lossless: boolean;
}>;

/**
 * The contender that wins: the smallest, and among equals the lossless one; undefined when none is
 * left. `limit` (bytes) is the size that must not be exceeded (design, invariant 1).
 */
export const smallestOf = <T extends SizedResult>(
  contenders: readonly T[],
  limit: number,
): T | undefined =>
  contenders
    .filter(({ bytes }) => bytes <= limit)
    .toSorted((a, b) => a.bytes - b.bytes || Number(b.lossless) - Number(a.lossless))[0];
