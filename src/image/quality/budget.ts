/** Time for tries, whatever the budget: starting small tools takes longer than a small picture does. */
const freeMs = 250;

/** A target that is missed is worth more than one that is met with some bytes too many. */
const moreWhenMissed = 2;

/**
 * Whether another try fits into the budget: `spentMs` so far, as much as `lastMs` for one more, against
 * `budget` times one encoding of the whole picture, which is expected to take `fixedMs`; twice that as
 * long as no try has met the target.
 */
export const isAffordable = (
  { spentMs, lastMs, fixedMs, isMet }: TryCosts,
  budget: number,
): boolean => spentMs + lastMs <= Math.max(budget * fixedMs, freeMs) * (isMet ? 1 : moreWhenMissed);

export type TryCosts = Readonly<{
  spentMs: number;
  lastMs: number;
  fixedMs: number;
  isMet: boolean;
}>;
