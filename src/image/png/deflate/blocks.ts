import {
  distanceCodeOf,
  distanceCodes,
  endOfBlock,
  lengthCodeOf,
  lengthMask,
  literalCodes,
  mostLiteral,
} from './codes.ts';

/** Steps that share codes, and how often each code is used: literals and lengths, then distances. */
export type Block = Readonly<{ from: number; to: number; counts: Uint32Array }>;

/** Where distances begin among the counts. */
export const firstDistance = literalCodes;

/**
 * Divides steps into blocks so that about the fewest bits are needed: blocks of few steps are joined with
 * their neighbours while that saves bits.
 */
export const blocksOf = (steps: Uint32Array): readonly Block[] => {
  const size = Math.max(leastSteps, Math.ceil(steps.length / mostBlocks));
  const joined: Joined[] = [];
  for (let from = 0; from < steps.length; from += size) {
    const to = Math.min(steps.length, from + size);
    joined.push(withBits({ from, to, counts: countsOf(steps, from, to) }));
  }
  const gains = joined.slice(1).map((block, index) => gainOf(joined[index]!, block));
  for (;;) {
    let best = 0;
    for (let index = 1; index < gains.length; index++)
      if (gains[index]! > gains[best]!) best = index;
    if (gains.length === 0 || gains[best]! <= 0) break;
    joined.splice(best, 2, withBits(join(joined[best]!, joined[best + 1]!)));
    gains.splice(best, 1);
    if (best > 0) gains[best - 1] = gainOf(joined[best - 1]!, joined[best]!);
    if (best < gains.length) gains[best] = gainOf(joined[best]!, joined[best + 1]!);
  }
  return joined;
};

const leastSteps = 128;
const mostBlocks = 600;

type Joined = Block & Readonly<{ bits: number }>;

export const countsOf = (steps: Uint32Array, from: number, to: number): Uint32Array => {
  const counts = new Uint32Array(literalCodes + distanceCodes);
  for (let at = from; at < to; at++) {
    const step = steps[at]!;
    if (step <= mostLiteral) counts[step]! += 1;
    else {
      counts[lengthCodeOf[step & lengthMask]!]! += 1;
      counts[firstDistance + distanceCodeOf(step >>> 9)]! += 1;
    }
  }
  counts[endOfBlock] = 1;
  return counts;
};

const join = (one: Block, other: Block): Block => {
  const counts = new Uint32Array(one.counts.length);
  addCounts(one, other, counts);
  return { from: one.from, to: other.to, counts };
};

/** Without `map`, which takes three times as long. */
const addCounts = (one: Block, other: Block, counts: Uint32Array): void => {
  for (let code = 0; code < counts.length; code++) {
    counts[code] = one.counts[code]! + other.counts[code]!;
  }
  counts[endOfBlock] = 1;
};

const withBits = (block: Block): Joined => ({ ...block, bits: bitsOf(block.counts) });

const gainOf = (one: Joined, other: Joined): number => {
  addCounts(one, other, both);
  return one.bits + other.bits - bitsOf(both);
};

/** The counts of two blocks, until the next two are looked at. */
const both = new Uint32Array(literalCodes + distanceCodes);

/** About the bits of a block, without the extra bits of lengths and distances. */
const bitsOf = (counts: Uint32Array): number =>
  headerBits +
  bitsOfCodes(counts, 0, firstDistance) +
  bitsOfCodes(counts, firstDistance, counts.length);

const bitsOfCodes = (counts: Uint32Array, from: number, to: number): number => {
  let [total, sum, header, isUsed] = [0, 0, 0, false];
  for (let code = from; code < to; code++) {
    const count = counts[code]!;
    if (count > 0 !== isUsed) {
      isUsed = !isUsed;
      header += runBits;
    }
    if (count === 0) continue;
    total += count;
    sum += bitsOfCount(count);
    header += usedCodeBits;
  }
  return bitsOfCount(total) - sum + header;
};

/** Those of a number of codes that are all different. */
const bitsOfCount = (count: number): number =>
  count < fewBits.length ? fewBits[count]! : count * Math.log2(count);

/** Most codes of a block are used less often than this. */
const fewBits = Float64Array.from({ length: 4096 }, (_, count) =>
  count === 0 ? 0 : count * Math.log2(count),
);

/** About what the header takes besides, for each code that is used, and for each run of such or of others. */
const headerBits = 60;
const usedCodeBits = 2.5;
const runBits = 4;
