import type { BitWriter } from './bit-writer.ts';
import { codeLengths, codesOf } from './code-lengths.ts';

/** Writes the lengths of a block's codes. RFC 1951, section 3.2.7. */
export const writeBlockHeader = (
  writer: BitWriter,
  literals: Uint8Array,
  distances: Uint8Array,
): void => {
  const literalCount = Math.max(257, usedLength(literals));
  const distanceCount = Math.max(1, usedLength(distances));
  const symbols = symbolsOf([
    ...literals.subarray(0, literalCount),
    ...distances.subarray(0, distanceCount),
  ]);
  const counts = new Uint32Array(19);
  for (const { symbol } of symbols) counts[symbol]! += 1;
  const lengths = codeLengths(counts, 7);
  const codes = codesOf(lengths);
  const written = Math.max(4, order.findLastIndex((symbol) => lengths[symbol]! > 0) + 1);
  writer.write(literalCount - 257, 5);
  writer.write(distanceCount - 1, 5);
  writer.write(written - 4, 4);
  for (const symbol of order.slice(0, written)) writer.write(lengths[symbol]!, 3);
  for (const { symbol, extra, extraBits } of symbols) {
    writer.write(codes[symbol]!, lengths[symbol]!);
    writer.write(extra, extraBits);
  }
};

const usedLength = (lengths: Uint8Array): number => lengths.findLastIndex((each) => each > 0) + 1;

/** The order in which the lengths of these codes are written. */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

type LengthSymbol = Readonly<{ symbol: number; extra: number; extraBits: number }>;

/** The repetition of the length before, and those of zeros. */
const [repeat, repeatZero, repeatManyZeros] = [16, 17, 18] as const;

/** With each run of equal lengths as repetitions: to write some of them out saves 0.02 % in the mean. */
const symbolsOf = (lengths: readonly number[]): readonly LengthSymbol[] => {
  const symbols: LengthSymbol[] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at]!;
    let run = 1;
    while (lengths[at + run] === length) run++;
    at += run;
    if (length === 0) {
      while (run >= 11) {
        const count = Math.min(138, run);
        symbols.push({ symbol: repeatManyZeros, extra: count - 11, extraBits: 7 });
        run -= count;
      }
      while (run >= 3) {
        const count = Math.min(10, run);
        symbols.push({ symbol: repeatZero, extra: count - 3, extraBits: 3 });
        run -= count;
      }
    } else if (run >= 4) {
      symbols.push({ symbol: length, extra: 0, extraBits: 0 });
      run--;
      while (run >= 3) {
        // Two repetitions where one would leave single lengths.
        const count = run === 7 || run === 8 ? run - 4 : Math.min(6, run);
        symbols.push({ symbol: repeat, extra: count - 3, extraBits: 2 });
        run -= count;
      }
    }
    for (; run > 0; run--) symbols.push({ symbol: length, extra: 0, extraBits: 0 });
  }
  return symbols;
};
