import { anyOf } from '../random.ts';
import { crc32 } from 'node:zlib';
import type { Random } from '../random.ts';

/** A part of a file with a length of its own: a chunk or segment; `lengthAt` is where that is written. */
export type Part = Readonly<{ start: number; end: number; lengthAt: number; lengthBytes: 2 | 4 }>;

export const partsOf = (file: Buffer): readonly Part[] => {
  if (file[0] === 0x89) return pngParts(file);
  if (isAvif(file)) return avifParts(file);
  return file[0] === 0xff ? jpegParts(file) : webpParts(file);
};

const pngParts = (file: Buffer): readonly Part[] => {
  const parts: Part[] = [];
  for (let start = 8; start + 12 <= file.length; start = parts.at(-1)!.end) {
    const end = start + 12 + file.readUInt32BE(start);
    parts.push({ start, end, lengthAt: start, lengthBytes: 4 });
  }
  return parts;
};

/** Up to the first scan. */
const jpegParts = (file: Buffer): readonly Part[] => {
  const parts: Part[] = [];
  let start = 2;
  while (file[start + 1] !== 0xda) {
    const end = start + 2 + file.readUInt16BE(start + 2);
    parts.push({ start, end, lengthAt: start + 2, lengthBytes: 2 });
    start = end;
  }
  return parts;
};

const webpParts = (file: Buffer): readonly Part[] => {
  const parts: Part[] = [];
  for (let start = 12; start + 8 <= file.length; start = parts.at(-1)!.end) {
    const length = file.readUInt32LE(start + 4);
    parts.push({
      start,
      end: start + 8 + length + (length % 2),
      lengthAt: start + 4,
      lengthBytes: 4,
    });
  }
  return parts;
};

const isAvif = (file: Buffer): boolean => file.toString('latin1', 4, 8) === 'ftyp';

/** The boxes of the file, and those in its list of items and properties. */
const avifParts = (file: Buffer, from = 0, to = file.length): readonly Part[] => {
  const parts: Part[] = [];
  for (let start = from; start + 8 <= to; start = parts.at(-1)!.end) {
    // A box that was damaged before may have no length.
    const end = start + Math.max(8, file.readUInt32BE(start));
    parts.push({ start, end, lengthAt: start, lengthBytes: 4 });
  }
  return parts.flatMap((part) => {
    const inside = innerBoxes[file.toString('latin1', part.start + 4, part.start + 8)];
    return inside === undefined
      ? part
      : [part].concat(avifParts(file, part.start + inside, part.end));
  });
};

/** Where the boxes start that are inside these. */
const innerBoxes: Readonly<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8, iinf: 14 };

type Mutation = (file: Buffer, random: Random) => Buffer;

const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random(256)));

const flipBits: Mutation = (file, random) => {
  const flipped = Buffer.from(file);
  for (let count = 1 + random(8); count > 0; count -= 1) {
    flipped[random(flipped.length)]! ^= 1 << random(8);
  }
  return flipped;
};

const truncate: Mutation = (file, random) => file.subarray(0, random(file.length));

const cutOut: Mutation = (file, random) => {
  const start = random(file.length);
  return Buffer.concat([file.subarray(0, start), file.subarray(start + 1 + random(40))]);
};

const insert: Mutation = (file, random) => {
  const at = random(file.length);
  const added = bytesOf(random, 1 + random(20));
  return Buffer.concat([file.subarray(0, at), added, file.subarray(at)]);
};

const extremes = [0, 1, 2, 3, 7, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];

const editLength: Mutation = (file, random) => {
  const { lengthAt, lengthBytes } = anyOf(partsOf(file), random);
  const edited = Buffer.from(file);
  const value = random(2) === 0 ? anyOf(extremes, random) : random(2 ** 16);
  if (lengthBytes === 2) edited.writeUInt16BE(value & 0xffff, lengthAt);
  else if (file[0] === 0x89 || isAvif(file)) edited.writeUInt32BE(value, lengthAt);
  else edited.writeUInt32LE(value, lengthAt);
  return edited;
};

const duplicatePart: Mutation = (file, random) => {
  const { start, end } = anyOf(partsOf(file), random);
  const at = anyOf(partsOf(file), random).start;
  return Buffer.concat([file.subarray(0, at), file.subarray(start, end), file.subarray(at)]);
};

const swapParts: Mutation = (file, random) => {
  const parts = partsOf(file);
  // A simple WebP has one part only.
  if (parts.length < 2) return duplicatePart(file, random);
  const first = random(parts.length - 1);
  const [one, other] = [parts[first]!, parts[first + 1 + random(parts.length - first - 1)]!];
  return Buffer.concat([
    file.subarray(0, one.start),
    file.subarray(other.start, other.end),
    file.subarray(one.end, other.start),
    file.subarray(one.start, one.end),
    file.subarray(other.end),
  ]);
};

const damageHead: Mutation = (file, random) => {
  const damaged = Buffer.from(file);
  const { start, end } = anyOf(partsOf(file), random);
  const at = start + random(Math.min(40, end - start));
  damaged[at] = anyOf([0, 1, 0x7f, 0x80, 0xff, random(256)], random);
  return damaged;
};

const appendGarbage: Mutation = (file, random) =>
  Buffer.concat([file, random(3) === 0 ? file : bytesOf(random, 1 + random(200))]);

/** Sides from small to more than any limit. */
const sides = [0, 1, 9, 255, 4000, 9_999, 16_383, 30_000, 65_535];

const claimSize: Mutation = (file, random) => {
  const claimed = Buffer.from(file);
  const [width, height] = [anyOf(sides, random), anyOf(sides, random)];
  if (file[0] === 0x89) {
    claimed.writeUInt32BE(random(5) === 0 ? 0x7fffffff : width, 16);
    claimed.writeUInt32BE(height, 20);
  } else if (isAvif(file)) {
    const at = file.indexOf('ispe') + 8;
    claimed.writeUInt32BE(width, at);
    claimed.writeUInt32BE(height, at + 4);
  } else if (file[0] === 0xff) {
    const frame = jpegParts(file).find(({ start }) => /[\xc0-\xc2]/.test(latin1(file, start + 1)))!;
    claimed.writeUInt16BE(height, frame.start + 5);
    claimed.writeUInt16BE(width, frame.start + 7);
  } else {
    const at = anyOf([24, 26, 27, 28], random);
    claimed.writeUInt16LE(width, at);
    claimed.writeUInt16LE(height, at + 2);
  }
  return claimed;
};

const latin1 = (file: Buffer, at: number): string => file.toString('latin1', at, at + 1);

/** Each is as likely; the name tells which one made a case. */
export const mutations: Readonly<Record<string, Mutation>> = {
  flipBits,
  truncate,
  cutOut,
  insert,
  editLength,
  duplicatePart,
  swapParts,
  damageHead,
  appendGarbage,
  claimSize,
};

/** Mends what readers check first, so that they look further: the checksums of a PNG, a WebP's size. */
export const plausible = (file: Buffer): Buffer => {
  const mended = Buffer.from(file);
  if (mended[0] === 0x89) {
    for (const { start, end } of pngParts(mended).filter((part) => part.end <= mended.length)) {
      mended.writeUInt32BE(crc32(mended.subarray(start + 4, end - 4)), end - 4);
    }
  } else if (mended[0] === 0x52 && mended.length > 8) mended.writeUInt32LE(mended.length - 8, 4);
  return mended;
};
