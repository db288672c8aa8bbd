import { crc32, deflateSync } from 'node:zlib';
import type { ByteSource, Piece } from '../../../src/image/bytes.ts';

/** Numbers, Latin-1 texts and arrays in order, as one array. */
export const bytes = (...parts: (number | string | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part);
      return typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    }),
  );

/** Two bytes, the high one first. */
export const uint16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);

/** Four bytes, the highest one first. */
export const uint32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};

/** A source that counts what it is asked for, and fails the test for bytes it does not have. */
type StrictSource = ByteSource & Readonly<{ reads: () => number; bytesRead: () => number }>;

export const strictSource = (content: Uint8Array): StrictSource => {
  const lengths: number[] = [];
  const read = (offset: number, length: number): Uint8Array => {
    if (offset < 0 || length < 0 || offset + length > content.length) {
      throw new RangeError(`read of ${length} bytes at ${offset} of ${content.length}`);
    }
    lengths.push(length);
    return content.subarray(offset, offset + length);
  };
  return {
    size: content.length,
    read,
    reads: () => lengths.length,
    bytesRead: () => lengths.reduce((total, length) => total + length, 0),
  };
};

/** The file that pieces of `source` describe. */
export const applied = (pieces: readonly Piece[], source: Uint8Array): Buffer =>
  Buffer.concat(
    pieces.map((piece) =>
      piece.kind === 'bytes'
        ? piece.bytes
        : source.subarray(piece.offset, piece.offset + piece.length),
    ),
  );

/** A marker segment of a JPEG, its length included. */
export const segment = (marker: number, ...payload: (number | string | Uint8Array)[]): Buffer => {
  const content = bytes(...payload);
  return bytes(0xff, marker, uint16(content.length + 2), content);
};

/** A JPEG with these segments behind its SOI marker. */
export const withSegments = (jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer =>
  bytes(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2));

export type JpegOptions = Partial<{
  width: number;
  height: number;
  /** Ids of the components; their number decides the colour. */
  components: readonly number[];
  frameMarker: number;
  precision: number;
  /** Segments between SOI and the tables. */
  segments: readonly Uint8Array[];
  /** Segments between scan data and EOI. */
  late: readonly Uint8Array[];
  trailer: Uint8Array;
}>;

/** Quantisation table 0, entries 1 to 64 as stored. */
export const tableSegment = segment(
  0xdb,
  0,
  Uint8Array.from({ length: 64 }, (_, index) => index + 1),
);

/** A decodable JPEG of one flat colour: all coefficients are 0, all codes one bit long. */
export const jpegOf = (options: JpegOptions = {}): Buffer => {
  const { width = 16, height = 8, components = [1, 2, 3], frameMarker = 0xc0 } = options;
  const { precision = 8, segments = [], late = [], trailer = Buffer.alloc(0) } = options;
  const count = components.length;
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * count;
  const huffman = (id: number): Buffer => bytes(id, 1, new Uint8Array(15), 0);
  return bytes(
    '\xff\xd8',
    ...segments,
    tableSegment,
    segment(
      frameMarker,
      bytes(precision, uint16(height), uint16(width), count),
      bytes(...components.map((id) => bytes(id, 0x11, 0))),
    ),
    segment(0xc4, huffman(0x00), huffman(0x10)),
    segment(0xda, count, bytes(...components.map((id) => bytes(id, 0))), 0, 63, 0),
    new Uint8Array(Math.ceil(blocks / 4)),
    ...late,
    '\xff\xd9',
    trailer,
  );
};

/** A chunk of a PNG, with its length and checksum. */
export const chunk = (name: string, ...data: (number | string | Uint8Array)[]): Buffer => {
  const content = bytes(...data);
  const checked = bytes(name, content);
  return bytes(uint32(content.length), checked, uint32(crc32(checked)));
};

/** The same with a wrong checksum. */
export const damagedChunk: typeof chunk = (name, ...data) => {
  const damaged = chunk(name, ...data);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
  return damaged;
};

/** The eight bytes that every PNG begins with. */
export const pngSignature = bytes('\x89PNG\r\n\x1a\n');

export type PngOptions = Partial<{
  width: number;
  height: number;
  bitDepth: number;
  colourType: number;
  /** Chunks between IHDR and IDAT; a palette image needs its PLTE here. */
  chunks: readonly Uint8Array[];
  /** Chunks between IDAT and IEND. */
  late: readonly Uint8Array[];
  trailer: Uint8Array;
}>;

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The header chunk of a PNG; sides in pixels. */
export const ihdr = (width: number, height: number, bitDepth: number, colourType: number): Buffer =>
  chunk('IHDR', uint32(width), uint32(height), bitDepth, colourType, 0, 0, 0);

/** A decodable PNG whose samples are all 0. */
export const pngOf = (options: PngOptions = {}): Buffer => {
  const { width = 4, height = 3, bitDepth = 8, colourType = 2 } = options;
  const { chunks = [], late = [], trailer = Buffer.alloc(0) } = options;
  const rowBytes = 1 + Math.ceil((width * bitDepth * (channels[colourType] ?? 1)) / 8);
  return bytes(
    pngSignature,
    ihdr(width, height, bitDepth, colourType),
    ...chunks,
    chunk('IDAT', deflateSync(new Uint8Array(rowBytes * height))),
    ...late,
    chunk('IEND'),
    trailer,
  );
};

const littleEndian = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntLE(value, 0, length);
  return buffer;
};

/** A chunk of a RIFF file, padded. */
export const riffChunk = (name: string, ...data: (number | string | Uint8Array)[]): Buffer => {
  const content = bytes(...data);
  return bytes(name, littleEndian(content.length, 4), content, Buffer.alloc(content.length % 2));
};

/** A WebP file of these chunks. */
export const webpOf = (...chunks: readonly Uint8Array[]): Buffer =>
  riffChunk('RIFF', 'WEBP', ...chunks);

/** The file with another size in its RIFF header. */
export const withRiffSize = (file: Buffer, size: number): Buffer => {
  const changed = Buffer.from(file);
  changed.writeUInt32LE(size, 4);
  return changed;
};

/** The flags of a VP8X chunk. */
export const vp8xFlags = {
  icc: 0x20,
  alpha: 0x10,
  exif: 0x08,
  xmp: 0x04,
  animation: 0x02,
} as const;

/** The header of an extended WebP; sides of its canvas in pixels. */
export const vp8x = (flags: number, width: number, height: number): Buffer =>
  riffChunk('VP8X', flags, 0, 0, 0, littleEndian(width - 1, 3), littleEndian(height - 1, 3));

/** A key frame's header; the rest does not decode. */
export const vp8 = (width: number, height: number): Buffer =>
  riffChunk(
    'VP8 ',
    '\x10\0\0\x9d\x01\x2a',
    littleEndian(width, 2),
    littleEndian(height, 2),
    'lossy',
  );

/** A decodable lossless picture of one colour: every code has one symbol, so pixels take no bits. */
export const vp8l = (width: number, height: number, alpha = 0): Buffer => {
  const size = [
    [width - 1, 14],
    [height - 1, 14],
  ] as const;
  // Alpha; version 0 with no transform, colour cache or meta codes; then the five codes.
  const codes = [0x40, 0x80, 0xc0, 0x7f].map((symbol) => [0b101 | (symbol << 3), 11] as const);
  const fields = [...size, [alpha, 1] as const, [0, 6] as const, ...codes, [0b0001, 4] as const];
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, index) => (value >> index) & 1),
  );
  const data = Buffer.alloc(Math.ceil(bits.length / 8) + 1);
  bits.forEach((bit, index) => {
    data[index >> 3] = (data[index >> 3] ?? 0) | (bit << (index & 7));
  });
  return riffChunk('VP8L', 0x2f, data);
};

/** A frame of an animation at (`x`, `y`), both even. */
export const anmf = (
  [x, y, width, height]: readonly [number, number, number, number],
  ...chunks: readonly Uint8Array[]
): Buffer => {
  const box = [x / 2, y / 2, width - 1, height - 1].map((value) => littleEndian(value, 3));
  return riffChunk('ANMF', ...box, littleEndian(100, 3), 0, ...chunks);
};

/** The chunk that makes a WebP an animation: transparent background, endless loops. */
export const anim = riffChunk('ANIM', 0, 0, 0, 0, 0, 0);
