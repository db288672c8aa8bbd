import { viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { markers, type Segment } from './segments.ts';

/**
 * Checks a segment of tables: decoders stop at a damaged one, wherever it is. Does nothing for other
 * segments. Throws `decode_failed`. Source: libjpeg, jdmarker.c.
 */
export const checkTables = ({ marker, payload }: Segment): void => checks.get(marker)?.(payload);

/** Class and id, then the number of codes of each length from 1 to 16 bits. ITU T.81, B.2.4.2. */
const huffmanHeaderBytes = 17;
const maxCodes = 256;

const checkHuffmanTables = (payload: ByteSource): void => {
  for (let at = 0; at < payload.size;) {
    const [id = 0, ...counts] = payload.read(at, huffmanHeaderBytes);
    const codes = counts.reduce((sum, count) => sum + count, 0);
    const end = at + huffmanHeaderBytes + codes;
    const isKnown = (id & 0xef) < 4;
    if (!isKnown || codes > maxCodes || end > payload.size) {
      throw decodeFailed('JPEG has a damaged Huffman table.');
    }
    at = end;
  }
};

/** Pairs of a table's id and a value; below 16 the id is of a DC table, and the value a range. ITU T.81, B.2.4.3. */
const checkArithmeticTables = (payload: ByteSource): void => {
  const bytes = payload.read(0, payload.size);
  for (let at = 0; at < bytes.length; at += 2) {
    const [id = 0, value] = bytes.subarray(at, at + 2);
    const isRange = value !== undefined && (id >= 16 || (value & 0x0f) <= value >> 4);
    if (id >= 32 || !isRange) throw decodeFailed('JPEG has a damaged arithmetic table.');
  }
};

/** A quantisation table with its id (0 to 3); 64 entries in natural (row) order. */
type QuantisationTable = Readonly<{ id: number; entries: readonly number[] }>;

/** The tables a DQT segment defines, of 8 or 16 bits. Throws `decode_failed` when it is damaged. */
export const quantisationTablesOf = (payload: ByteSource): readonly QuantisationTable[] => {
  const view = viewOf(payload.read(0, payload.size));
  const tables: QuantisationTable[] = [];
  for (let start = 0; start < view.byteLength;) {
    const id = view.getUint8(start) & 0x0f;
    const entryBytes = view.getUint8(start) >> 4 === 0 ? 1 : 2;
    const end = start + 1 + 64 * entryBytes;
    if (id > 3 || end > view.byteLength) {
      throw decodeFailed('JPEG has a damaged quantisation table.');
    }
    const first = start + 1;
    const entryAt = (index: number): number =>
      entryBytes === 1 ? view.getUint8(first + index) : view.getUint16(first + index * 2);
    tables.push({ id, entries: inNaturalOrder(entryAt) });
    start = end;
  }
  return tables;
};

/** Natural index of each entry in the order it is stored. ITU T.81, figure A.6. */
const zigzag: readonly number[] = [
  [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5],
  [12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28],
  [35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51],
  [58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
].flat();

const inNaturalOrder = (entryAt: (index: number) => number): readonly number[] => {
  const entries: number[] = Array.from({ length: 64 }, () => 0);
  zigzag.forEach((natural, index) => {
    entries[natural] = entryAt(index);
  });
  return entries;
};

const checks: ReadonlyMap<number, (payload: ByteSource) => void> = new Map([
  [markers.DHT, checkHuffmanTables],
  [markers.DAC, checkArithmeticTables],
  [markers.DQT, quantisationTablesOf],
]);
