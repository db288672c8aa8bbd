import type { Wasm } from '../../wasm/wasm.ts';
import { type BitWriter, createBitWriter } from './bit-writer.ts';
import { writeBlockHeader } from './block-header.ts';
import { type Block, blocksOf, firstDistance } from './blocks.ts';
import { codeLengths, codesOf } from './code-lengths.ts';
import {
  distanceBase,
  distanceCodeOf,
  distanceExtra,
  endOfBlock,
  lengthBase,
  lengthCodeOf,
  lengthExtra,
  lengthMask,
  mostLiteral,
} from './codes.ts';
import { startCosts, writeCosts } from './costs.ts';

/**
 * The bytes compressed as zlib has them (RFC 1950), about as small as Zopfli makes them.
 * @throws RangeError where the memory of the pixel loops does not suffice.
 */
export const deflated = (wasm: Wasm, bytes: Uint8Array): Uint8Array => {
  wasm.openParts(windowBytes, partBytes);
  const writer = createBitWriter();
  writer.write(0x78, 8);
  writer.write(0xda, 8);
  for (let from = 0; from < bytes.length;) {
    from = writePart(wasm, bytes, from, writer);
  }
  const stored = writer.bytes();
  const zlibBytes = new Uint8Array(stored.length + 4);
  zlibBytes.set(stored);
  new DataView(zlibBytes.buffer).setUint32(stored.length, adler32(bytes));
  return zlibBytes;
};

const windowBytes = 32_768;

/** Bytes whose blocks are chosen at once; the memory that is needed is 21 times that. */
const partBytes = 1_048_576;

/** How often the steps are chosen, each time by what the codes of the last ones cost. More save 0.1 to 0.5 % of small ones. */
const rounds = 3;

/** Writes the part from `from` on, and returns its end. */
const writePart = (wasm: Wasm, bytes: Uint8Array, from: number, writer: BitWriter): number => {
  const history = Math.min(windowBytes, from);
  const most = Math.min(bytes.length, from + partBytes);
  const part = bytes.subarray(from - history, most);
  wasm.bytes().set(part, wasm.partBytes());
  const length = wasm.openPart(history, part.length) - history;
  const costs = new Int32Array(wasm.bytes().buffer, wasm.stepCosts.value, costsLength);
  costs.set(startCosts);
  wasm.beginWay();
  wasm.goOn(length);
  let steps = stepsOf(wasm);
  let blocks = blocksOf(steps);
  for (let round = 1; round < rounds; round++) {
    wasm.beginWay();
    const ends = endsOf(steps, blocks);
    for (const [index, { counts }] of blocks.entries()) {
      writeCosts(counts, costs);
      wasm.goOn(ends[index]!);
    }
    steps = stepsOf(wasm);
    blocks = blocksOf(steps);
  }
  const isLast = from + length === bytes.length;
  for (const block of blocks) {
    writeBlock(steps, block, isLast && block.to === steps.length, writer);
  }
  return from + length;
};

const costsLength = startCosts.length;

const stepsOf = (wasm: Wasm): Uint32Array => {
  const count = wasm.endWay();
  return new Uint32Array(wasm.bytes().buffer, wasm.endOfSteps() - 4 * count, count).slice();
};

/** The bytes of the part up to the end of each block. */
const endsOf = (steps: Uint32Array, blocks: readonly Block[]): readonly number[] => {
  let bytes = 0;
  return blocks.map(({ from, to }) => {
    for (let at = from; at < to; at++)
      bytes += steps[at]! <= mostLiteral ? 1 : steps[at]! & lengthMask;
    return bytes;
  });
};

const writeBlock = (
  steps: Uint32Array,
  { from, to, counts }: Block,
  isLast: boolean,
  writer: BitWriter,
): void => {
  const literals = codeLengths(counts.subarray(0, firstDistance), 15);
  const distances = codeLengths(counts.subarray(firstDistance), 15);
  const [literalBits, distanceBits] = [codesOf(literals), codesOf(distances)];
  writer.write(isLast ? 1 : 0, 1);
  writer.write(2, 2);
  writeBlockHeader(writer, literals, distances);
  for (let at = from; at < to; at++) {
    const step = steps[at]!;
    if (step <= mostLiteral) {
      writer.write(literalBits[step]!, literals[step]!);
      continue;
    }
    const [length, distance] = [step & lengthMask, step >>> 9];
    const code = lengthCodeOf[length]!;
    writer.write(literalBits[code]!, literals[code]!);
    writer.write(length - lengthBase[code - 257]!, lengthExtra[code - 257]!);
    const distanceCode = distanceCodeOf(distance);
    writer.write(distanceBits[distanceCode]!, distances[distanceCode]!);
    writer.write(distance - distanceBase[distanceCode]!, distanceExtra[distanceCode]!);
  }
  writer.write(literalBits[endOfBlock]!, literals[endOfBlock]!);
};

/** RFC 1950, section 8.2. */
const adler32 = (bytes: Uint8Array): number => {
  let [one, two] = [1, 0];
  for (let from = 0; from < bytes.length; from += 3800) {
    const to = Math.min(bytes.length, from + 3800);
    for (let at = from; at < to; at++) {
      one += bytes[at]!;
      two += one;
    }
    one %= 65_521;
    two %= 65_521;
  }
  return two * 65_536 + one;
};
