import { viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

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
