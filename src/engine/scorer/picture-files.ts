import { closeSync, fstatSync, readSync } from 'node:fs';
import { bytesOf, hasSignature } from '../../image/bytes.ts';
import type { Wasm } from '../../image/wasm/wasm.ts';
import type { Place, StoredPixels } from '../../image/wasm/stored-pixels.ts';
import { maxHeaderBytes, pixmapHeaderOf } from '../../image/pixmap.ts';
import { pngSignature } from '../../image/png/chunks.ts';
import { storedPng } from '../../image/png/stored-png.ts';
import { openPlainFile } from '../../plain-files.ts';
import { requireReadable } from './whole-pictures.ts';

/**
 * PNGs and pixmaps whose rows the pixel loops read. Small buffers for files are kept. So are the pixels of the last sources
 * that are PNGs.
 */
export const createPictureFiles = (wasm: Wasm) => {
  const decoded = createDecoded();
  const strips = [createBuffer(), createBuffer()] as const;
  const pngFile = createBuffer();

  const wholeFile = (file: number): Uint8Array => {
    const { size } = fstatSync(file);
    requireReadable(size);
    const bytes = pngFile(size);
    readExactly(file, bytes, 0);
    return bytes;
  };

  const useFile = <Result>(
    path: string,
    file: number,
    place: Place,
    use: (pixels: StoredPixels, memory?: Uint8Array) => Result,
  ): Result => {
    const { size } = fstatSync(file);
    requireReadable(size);
    const start = new Uint8Array(Math.min(size, maxHeaderBytes));
    readExactly(file, start, 0);
    if (!hasSignature(bytesOf(start), pngSignature)) {
      return use(pixmapFile(file, start, size, strips[place]));
    }
    const { memory, ...pixels } = storedPng(wasm, wholeFile(file));
    if (place !== 0 || !decoded.keep(path, pixels, memory.length)) return use(pixels, memory);
    return use(pixels);
  };

  return {
    /**
     * Calls `use` with the pixels of a file, which are there until it returns. Two may be in use at once, at
     * different places. `memory` is that of a PNG whose pixels are not kept, and may be overwritten. Throws an Error
     * for a file larger than `maxPixelBytes`, and what decoders throw.
     */
    use: <Result>(
      path: string,
      place: Place,
      use: (pixels: StoredPixels, memory?: Uint8Array) => Result,
    ): Result => {
      const known = place === 0 ? decoded.get(path) : undefined;
      return known === undefined
        ? withFile(path, (file) => useFile(path, file, place, use))
        : use(known);
    },
    /** The bytes of a file, which are there until the next is read. Throws an Error for a larger one. */
    bytesOf: (path: string): Uint8Array => withFile(path, wholeFile),
  };
};

const withFile = <Result>(path: string, use: (file: number) => Result): Result => {
  const file = openPlainFile(path);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
};

/** Bytes of decoded sources that are kept, the last used ones. */
const keptBytes = 100_000_000;

type Decoded = Readonly<{ pixels: StoredPixels; byteLength: number }>;

const createDecoded = () => {
  const kept = new Map<string, Decoded>();
  const putLast = (path: string, picture: Decoded): void => {
    kept.delete(path);
    kept.set(path, picture);
  };
  return {
    /** Whether they are kept. */
    keep: (path: string, pixels: StoredPixels, byteLength: number): boolean => {
      putLast(path, { pixels, byteLength });
      let bytes = 0;
      for (const [name, picture] of [...kept].toReversed()) {
        bytes += picture.byteLength;
        if (bytes > keptBytes) kept.delete(name);
      }
      return kept.has(path);
    },
    get: (path: string): StoredPixels | undefined => {
      const picture = kept.get(path);
      if (picture !== undefined) putLast(path, picture);
      return picture?.pixels;
    },
  };
};

/** Gives the same memory each time, larger where more is asked for; memory of its own for very much. */
const createBuffer = (): ((size: number) => Uint8Array) => {
  let kept = new Uint8Array(0);
  return (size) => {
    if (size > keptBytes / 2) return new Uint8Array(size);
    if (kept.length < size) kept = new Uint8Array(size);
    return kept.subarray(0, size);
  };
};

/** Bytes that are read at once of rows that follow each other. */
const stripBytes = 1_048_576;

/** The pixels of a pixmap, which stay in the file. */
const pixmapFile = (
  file: number,
  start: Uint8Array,
  size: number,
  bufferOf: (size: number) => Uint8Array,
): StoredPixels => {
  const { length, width, height, bands } = pixmapHeaderOf(start, size);
  const rowBytes = width * bands;
  const stripRows = Math.min(height, Math.max(1, Math.floor(stripBytes / rowBytes)));
  const strip = bufferOf(stripRows * rowBytes);
  let first = -stripRows;
  const readStrip = (y: number): void => {
    const count = Math.min(stripRows, height - y);
    readExactly(file, strip.subarray(0, count * rowBytes), length + y * rowBytes);
    first = y;
  };
  return {
    width,
    height,
    bands,
    copy: (x, y, count, to, at) => {
      if (count < width) {
        const part = to.subarray(at, at + count * bands);
        return readExactly(file, part, length + y * rowBytes + x * bands);
      }
      if (y < first || y >= first + stripRows) readStrip(y);
      const from = (y - first) * rowBytes;
      to.set(strip.subarray(from, from + rowBytes), at);
    },
  };
};

const readExactly = (file: number, to: Uint8Array, from: number): void => {
  for (let read = 0; read < to.length;) {
    const count = readSync(file, to, read, to.length - read, from + read);
    if (count === 0) throw new Error('the file became shorter while it was read');
    read += count;
  }
};
