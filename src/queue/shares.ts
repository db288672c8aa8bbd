/** Three quarters of what an account and the rest are together, and while others are there one quarter. */
const [timesWhenAlone, timesBesideOthers] = [3, 1 / 3];

export type Shares = ReturnType<typeof createShares>;

/** What each account holds of something that all share: places in the queue, bytes of the work folder. */
export const createShares = () => {
  const held = new Map<string, number>();
  let total = 0;

  const of = (accountId: string): number => held.get(accountId) ?? 0;

  const add = (accountId: string, amount: number): void => {
    total += amount;
    const own = of(accountId) + amount;
    if (own > 0) held.set(accountId, own);
    else held.delete(accountId);
  };

  return {
    /**
     * Whether an account may hold `amount` more, where after it `left` remains for all: at most three times what it leaves,
     * and while others hold some, a third of that. What is left is then never little, however many accounts take their
     * share. An account that holds nothing but `already`, for the same job, may take what there is.
     */
    mayHold: (accountId: string, amount: number, left: number, already = 0): boolean => {
      const own = of(accountId);
      const times = own === total ? timesWhenAlone : timesBesideOthers;
      return left >= 0 && (own === already || own + amount <= times * left);
    },
    /** Counts `amount` more for the account until the returned function is called, which may be more than once. */
    hold: (accountId: string, amount: number): (() => void) => {
      add(accountId, amount);
      let isHeld = true;
      return () => {
        if (isHeld) add(accountId, -amount);
        isHeld = false;
      };
    },
    of,
    total: (): number => total,
  };
};
