/**
 * The lengths of the codes with which symbols of these counts take the fewest bits, none longer than
 * `longest` bits; 0 for a symbol that does not occur. At least two have a code, as decoders expect. By the
 * package-merge algorithm of Larmore and Hirschberg.
 */
export const codeLengths = (counts: ArrayLike<number>, longest: number): Uint8Array => {
  const lengths = new Uint8Array(counts.length);
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol]! > 0) used.push(symbol);
  for (let symbol = 0; used.length < 2; symbol++) if (!used.includes(symbol)) used.push(symbol);
  used.sort((one, other) => counts[one]! - counts[other]! || one - other);
  const leaves = used.map((symbol) => counts[symbol]!);
  // Each list has leaves and pairs of the list before, by weight; for each item, whether it is a leaf.
  const lists: boolean[][] = [];
  let weights: number[] = [];
  for (let level = 0; level < longest; level++) {
    const [merged, isLeaf]: [number[], boolean[]] = [[], []];
    const packages = weights.length >> 1;
    for (let leaf = 0, pair = 0; leaf < leaves.length || pair < packages;) {
      const weight = pair < packages ? weights[2 * pair]! + weights[2 * pair + 1]! : Infinity;
      const takesLeaf = leaf < leaves.length && leaves[leaf]! <= weight;
      merged.push(takesLeaf ? leaves[leaf++]! : weight);
      isLeaf.push(takesLeaf);
      if (!takesLeaf) pair++;
    }
    lists.push(isLeaf);
    weights = merged;
  }
  let taken = 2 * leaves.length - 2;
  for (const isLeaf of lists.toReversed()) {
    let leavesTaken = 0;
    for (let item = 0; item < taken; item++) {
      if (isLeaf[item] === true) lengths[used[leavesTaken++]!]! += 1;
    }
    taken = 2 * (taken - leavesTaken);
  }
  return lengths;
};

/** The codes of these lengths, their bits in the order in which they are written. RFC 1951, section 3.2.2. */
export const codesOf = (lengths: Uint8Array): Uint16Array => {
  const nextCode = new Uint16Array(17);
  for (const length of lengths) if (length > 0) nextCode[length + 1]! += 1;
  for (let length = 1, code = 0; length < 17; length++) {
    code = (code + nextCode[length]!) << 1;
    nextCode[length] = code;
  }
  return Uint16Array.from(lengths, (length) => {
    if (length === 0) return 0;
    const code = nextCode[length]!;
    nextCode[length] = code + 1;
    return reversed(code, length);
  });
};

const reversed = (code: number, length: number): number => {
  let made = 0;
  for (let bit = 0; bit < length; bit++) made |= ((code >> bit) & 1) << (length - 1 - bit);
  return made;
};
