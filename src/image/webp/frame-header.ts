import type { ByteSource } from '../bytes.ts';

/** Frame tag, start code and sides, before the first partition. RFC 6386, 9.1. */
const uncodedBytes = 10;

/** More than all fields up to the quantiser take. */
const mostHeaderBytes = 48;

/** What an encoder has chosen. */
export type FrameHeader = Readonly<{
  /** Of the loop filter, 0 to 7. */
  sharpness: number;
  /** Index of the quantiser, 0 (finest) to 127; with segments that of one of them. */
  quantiser: number;
}>;

/**
 * The header of a VP8 key frame. Fields beyond the end of a damaged frame are 0. Source: RFC 6386, 9.2 to 9.6 and 19.2.
 */
export const frameHeaderOf = (frame: ByteSource): FrameHeader => {
  const read = createBitReader(frame.read(uncodedBytes, mostHeaderBytes));
  const skipOptional = (fields: number, bits: number): void => {
    for (let field = 0; field < fields; field += 1) if (read(1) === 1) read(bits);
  };
  const colourSpaceAndClamping = 2;
  read(colourSpaceAndClamping);
  const hasSegments = read(1) === 1;
  if (hasSegments) {
    const [hasMap, hasValues] = [read(1) === 1, read(1) === 1];
    if (hasValues) {
      const isAbsolute = 1;
      read(isAbsolute);
      // Each with its sign: quantisers, then levels of the filter.
      skipOptional(4, 7 + 1);
      skipOptional(4, 6 + 1);
    }
    if (hasMap) skipOptional(3, 8);
  }
  const filterTypeAndLevel = 1 + 6;
  read(filterTypeAndLevel);
  const sharpness = read(3);
  const hasDeltas = read(1) === 1;
  if (hasDeltas && read(1) === 1) skipOptional(8, 6 + 1);
  const partitions = 2;
  read(partitions);
  return { sharpness, quantiser: read(7) };
};

/** Reads numbers of so many bits, the highest first, whose bits are coded as equally likely. RFC 6386, 7.3. */
const createBitReader = (bytes: Uint8Array): ((bits: number) => number) => {
  let next = 0;
  const nextByte = (): number => bytes[next++] ?? 0;
  let value = (nextByte() << 8) | nextByte();
  let range = 255;
  let shifts = 0;
  const readBit = (): number => {
    const split = 1 + ((range - 1) >> 1);
    const bit = value >= split << 8 ? 1 : 0;
    value -= bit * (split << 8);
    range = bit === 1 ? range - split : split;
    for (; range < 128; range <<= 1) {
      value <<= 1;
      shifts += 1;
      if (shifts % 8 === 0) value |= nextByte();
    }
    return bit;
  };
  return (bits) => {
    let number = 0;
    for (let read = 0; read < bits; read += 1) number = (number << 1) | readBit();
    return number;
  };
};
