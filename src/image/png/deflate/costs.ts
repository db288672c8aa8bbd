import { firstDistance } from './blocks.ts';
import { distanceExtra, distanceCodes, lengthCodeOf, lengthExtra } from './codes.ts';

/** The pixel loops count 64ths of a bit: 256 literals, lengths from 0 on, then codes of distances. */
const unit = 64;
const lengthsAt = 256;
const distancesAt = lengthsAt + 260;

/** Before anything is known of a picture. */
const startLiteral = 4;
const startLength = 5;
const startDistance = 4;

/** Writes the bits of each step, extra bits included, where codes are used so often. */
export const writeCosts = (counts: Uint32Array, to: Int32Array): void => {
  const literal = bitsOf(counts.subarray(0, firstDistance));
  const distance = bitsOf(counts.subarray(firstDistance));
  write(
    to,
    (code) => literal[code]!,
    (code) => distance[code]!,
  );
};

const write = (
  to: Int32Array,
  literal: (code: number) => number,
  distance: (code: number) => number,
): void => {
  for (let value = 0; value < 256; value++) to[value] = Math.round(literal(value) * unit);
  for (let length = 3; length <= 258; length++) {
    const code = lengthCodeOf[length]!;
    to[lengthsAt + length] = Math.round((literal(code) + lengthExtra[code - 257]!) * unit);
  }
  for (let code = 0; code < distanceCodes; code++) {
    to[distancesAt + code] = Math.round((distance(code) + distanceExtra[code]!) * unit);
  }
};

/** Codes that are not used cost as if they were used once. */
const bitsOf = (counts: Uint32Array): Float64Array => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Float64Array.from(counts, (count) => Math.log2(Math.max(1, total) / Math.max(1, count)));
};

export const startCosts: Int32Array = new Int32Array(256 + 260 + 32);
write(
  startCosts,
  (code) => (code < 256 ? startLiteral : startLength),
  () => startDistance,
);
