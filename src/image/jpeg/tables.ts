import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { quantisationTablesOf } from './dqt.ts';
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

const checks: ReadonlyMap<number, (payload: ByteSource) => void> = new Map([
  [markers.DHT, checkHuffmanTables],
  [markers.DAC, checkArithmeticTables],
  [markers.DQT, quantisationTablesOf],
]);
