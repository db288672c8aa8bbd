/** Time for tries, whatever the budget: starting small tools takes longer than a small picture does. */
const freeMs = 450;

/**
 * Whether another try fits into the budget: `spentMs` so far, as much as `lastMs` for one more, against
 * `budget` times one encoding of the whole picture, which is expected to take `fixedMs`.
 */
export const isAffordable = (
  { spentMs, lastMs, fixedMs }: Readonly<{ spentMs: number; lastMs: number; fixedMs: number }>,
  budget: number,
): boolean => spentMs + lastMs <= Math.max(budget * fixedMs, freeMs);
