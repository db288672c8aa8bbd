import type { Random } from './random.ts';

/** Makes another list of parts from one of at least one part. */
type Change = (parts: readonly Uint8Array[], random: Random) => readonly Uint8Array[];

const without: Change = (parts, random) => parts.toSpliced(random(parts.length), 1);

const doubled: Change = (parts, random) => {
  const at = random(parts.length);
  return parts.toSpliced(at, 0, parts[at]!);
};

const swapped: Change = (parts, random) => {
  const [one, other] = [random(parts.length), random(parts.length)];
  return parts.with(one, parts[other]!).with(other, parts[one]!);
};

const putElsewhere: Change = (parts, random) =>
  parts.toSpliced(random(parts.length + 1), 0, parts[random(parts.length)]!);

const partCut: Change = (parts, random) => {
  const at = random(parts.length);
  const part = parts[at]!;
  return parts.with(at, part.subarray(0, random(part.length + 1)));
};

const bytesChanged: Change = (parts, random) => {
  const at = random(parts.length);
  const part = Uint8Array.from(parts[at]!);
  for (let count = 1 + random(3); count > 0 && part.length > 0; count -= 1) {
    part[random(part.length)] = byteOf(random);
  }
  return parts.with(at, part);
};

/** Bytes at which a text ends, a number is at its end, or a reader takes another way. */
const specialBytes = Buffer.from('\0\t\n\r "%&-0:;=\\{}\x7f\x80\xff', 'latin1');

const byteOf = (random: Random): number =>
  random(2) === 0 ? random(256) : specialBytes[random(specialBytes.length)]!;

const wholeCut: Change = (parts, random) => {
  const whole = Buffer.concat(parts);
  return [whole.subarray(0, random(whole.length + 1))];
};

const extended: Change = (parts, random) => [
  ...parts,
  random(2) === 0
    ? Buffer.concat(parts)
    : Buffer.from(Array.from({ length: 1 + random(200) }, () => byteOf(random))),
];

const changes: readonly Change[] = [
  ...[without, doubled, swapped, putElsewhere],
  ...[partCut, bytesChanged, wholeCut, extended],
];

/**
 * A message with one mistake, or up to three, made of the parts of a right one in their order: lines, chunks,
 * segments or fields. A part is cut, left out, doubled, swapped with another, put in from elsewhere or has bytes
 * changed, or the whole is cut or extended.
 */
export const mutantOf = (parts: readonly Uint8Array[], random: Random): Buffer => {
  let mutant = parts;
  for (let count = 1 + random(1 + random(3)); count > 0 && mutant.length > 0; count -= 1) {
    mutant = changes[random(changes.length)]!(mutant, random);
  }
  return Buffer.concat(mutant);
};

/** The same of the lines of a text, each with its end. */
export const mutantOfLines = (text: Uint8Array, random: Random): Buffer => {
  const lines =
    Buffer.from(text)
      .toString('latin1')
      .match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return mutantOf(
    lines.map((line) => Buffer.from(line, 'latin1')),
    random,
  );
};
