import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { Size } from '../rectangle.ts';

/** What the bitstream says about its frames. The codes are those of ITU-T H.273; 2 is unspecified. */
export type SequenceHeader = Size &
  Readonly<{
    bitDepth: 8 | 10 | 12;
    isMonochrome: boolean;
    /** Colours have half the columns of luma, or there are none. */
    isSubsampled: boolean;
    primaries: number;
    transfer: number;
  }>;

/** A sequence header is one of the first units; it has 10 to 60 bytes. */
export const sequenceHeaderBytes = 512;
const maxUnits = 8;
const sequenceUnit = 1;

/**
 * The sequence header at the start of AV1 data. Throws `decode_failed` where there is none.
 * AV1 specification, 5.3 to 5.5.
 */
export const sequenceHeaderOf = (data: ByteSource): SequenceHeader => {
  const bytes = data.read(0, Math.min(sequenceHeaderBytes, data.size));
  let position = 0;
  for (let count = 0; count < maxUnits && position < bytes.length; count += 1) {
    const header = bytes[position] ?? 0;
    const hasSize = (header & 2) !== 0;
    position += (header & 4) !== 0 ? 2 : 1;
    const [size, sizeBytes] = hasSize ? leb128At(bytes, position) : [bytes.length - position, 0];
    position += sizeBytes;
    if (((header >> 3) & 0xf) === sequenceUnit) {
      return headerIn(bytes.subarray(position, position + size));
    }
    position += size;
  }
  throw decodeFailed('AVIF has a picture without a sequence header.');
};

/** A number in groups of 7 bits, and how many bytes it takes. AV1 specification, 4.10.5. */
const leb128At = (bytes: Uint8Array, start: number): readonly [value: number, length: number] => {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[start + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (index * 7);
    if (byte < 0x80) return [value, index + 1];
  }
  throw decodeFailed('AVIF has a picture of impossible size.');
};

/** The next so many bits as a number. */
type Bits = (count: number) => number;

const bitsOf = (bytes: Uint8Array): Bits => {
  let position = 0;
  return (count) => {
    if (position + count > bytes.length * 8) {
      throw decodeFailed('AVIF has a sequence header that is too short.');
    }
    let value = 0;
    for (let index = 0; index < count; index += 1, position += 1) {
      value = value * 2 + (((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
    }
    return value;
  };
};

const headerIn = (bytes: Uint8Array): SequenceHeader => {
  const bits = bitsOf(bytes);
  const profile = bits(3);
  bits(1);
  const isReduced = bits(1) === 1;
  if (isReduced) bits(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1];
  const [width, height] = [bits(widthBits) + 1, bits(heightBits) + 1];
  if (!isReduced && bits(1) === 1) bits(7);
  bits(3);
  if (!isReduced) skipFrameTools(bits);
  bits(3);
  return { width, height, ...colourOf(bits, profile) };
};

const skipOperatingPoints = (bits: Bits): void => {
  const delayBits = bits(1) === 1 ? timingIn(bits) : undefined;
  const hasDisplayDelay = bits(1) === 1;
  const count = bits(5) + 1;
  for (let point = 0; point < count; point += 1) {
    bits(12);
    if (bits(5) > 7) bits(1);
    if (delayBits !== undefined && bits(1) === 1) bits(delayBits * 2 + 1);
    if (hasDisplayDelay && bits(1) === 1) bits(4);
  }
};

/** Timing and decoder model; gives the length of a delay, if there are any. */
const timingIn = (bits: Bits): number | undefined => {
  bits(64);
  if (bits(1) === 1) skipVariableLength(bits);
  if (bits(1) === 0) return undefined;
  const delayBits = bits(5) + 1;
  bits(42);
  return delayBits;
};

/** AV1 specification, 4.10.3. */
const skipVariableLength = (bits: Bits): void => {
  let zeros = 0;
  while (bits(1) === 0) zeros += 1;
  if (zeros < 32) bits(zeros);
};

const skipFrameTools = (bits: Bits): void => {
  bits(4);
  const hasOrder = bits(1) === 1;
  if (hasOrder) bits(2);
  const forcesScreenTools = bits(1) === 1 || bits(1) === 1;
  if (forcesScreenTools && bits(1) === 0) bits(1);
  if (hasOrder) bits(3);
};

const colourOf = (bits: Bits, profile: number): Omit<SequenceHeader, keyof Size> => {
  const isHigh = bits(1) === 1;
  const isTwelve = isHigh && profile === 2 && bits(1) === 1;
  const isMonochrome = profile !== 1 && bits(1) === 1;
  const [primaries, transfer, matrix] = bits(1) === 1 ? [bits(8), bits(8), bits(8)] : [2, 2, 2];
  const bitDepth = isTwelve ? 12 : isHigh ? 10 : 8;
  const isRgb = !isMonochrome && primaries === 1 && transfer === 13 && matrix === 0;
  if (!isRgb) bits(1);
  const isSubsampled =
    isMonochrome || (!isRgb && profile !== 1 && (profile === 0 || bitDepth < 12 || bits(1) === 1));
  return { bitDepth, isMonochrome, isSubsampled, primaries, transfer };
};
