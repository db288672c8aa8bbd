/** Whole numbers from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Whole numbers below the one given, the same ones for the same seed (mulberry32). */
export const randomNumbers = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

/** One of these. */
export const anyOf = <T>(items: readonly T[], random: Random): T => items[random(items.length)]!;
