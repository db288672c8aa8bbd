import { kinds } from './errors.ts';

/** Places by the first two of their colours in `wanted`. */
export const createPlaces = (wanted: Uint16Array, levels: Float64Array) => {
  const buckets = 15;
  const last = new Int32Array(2 ** buckets).fill(-1);
  const earlier = new Int32Array(wanted.length);
  // Levels in steps of 16, so that like colours mostly share a number.
  const coarse = Int32Array.from({ length: kinds }, (_, value) =>
    [0, 1, 2, 3].reduce((number, band) => number * 37 + ((levels[value * 4 + band] ?? 0) >> 4), 7),
  );
  const bucketOf = (at: number): number => {
    const first = Math.imul(coarse[wanted[at]!]!, 0x9e3779b1);
    const next = at + 1 < wanted.length ? coarse[wanted[at + 1]!]! : 0;
    return Math.imul(first + next, 0x85ebca6b) >>> (32 - buckets);
  };
  return {
    add: (at: number): void => {
      const bucket = bucketOf(at);
      earlier[at] = last[bucket]!;
      last[bucket] = at;
    },
    /** The last earlier place that begins with like colours; -1 where there is none. */
    before: (at: number): number => last[bucketOf(at)]!,
    /** The same of a place that was added. */
    beforePlace: (place: number): number => earlier[place]!,
  };
};
