import type { Kernels } from '../kernels/kernels.ts';
import type { StoredPixels } from '../kernels/stored-pixels.ts';
import { type FilteredRows, filteredRowsOf, type Palette, unknownFilter } from './filtered-rows.ts';

/** The pixels of a PNG in memory, and this memory: without a palette, rows behind their filters. */
type StoredPng = StoredPixels & Readonly<{ memory: Uint8Array }>;

/**
 * The pixels of a PNG of 8 bits a sample, or with a palette of up to 8 bits: the kinds that encoders write here.
 * Sources that are interlaced or deeper are decoded by libvips. Pixels of a palette stay indices.
 * @throws ServiceError `decode_failed` for other kinds, for damage, and for more than `maxBytes` of pixels; RangeError
 * for rows that the kernels have no memory for.
 */
export const storedPng = (kernels: Kernels, bytes: Uint8Array, maxBytes: number): StoredPng => {
  const filtered = filteredRowsOf(bytes, maxBytes);
  unfilter(kernels, filtered);
  const { width, height, bands, bitDepth, palette } = filtered;
  const { data, offset, stride } = bitDepth < 8 ? unpacked(filtered) : asFiltered(filtered);
  return {
    width,
    height,
    bands,
    ...(palette !== undefined && { palette: tableOf(palette) }),
    memory: data,
    copy: (x, y, count, to, at) => {
      const from = offset + y * stride + x * bands;
      to.set(data.subarray(from, from + count * bands), at);
    },
  };
};

/** Bytes that the kernels get at once. */
const stripBytes = 262_144;

/** Undoes the filters, each row where it is. */
const unfilter = (kernels: Kernels, filtered: FilteredRows): void => {
  const { height, bands, rowBytes, rows } = filtered;
  const stride = rowBytes + 1;
  if (!hasFilter(rows, stride)) return;
  const stripRows = Math.min(height, Math.max(1, Math.floor(stripBytes / stride)));
  kernels.openFiltered(rowBytes, stripRows);
  const memory = kernels.bytes();
  const at = kernels.filteredRows();
  for (let y = 0; y < height; y += stripRows) {
    const count = Math.min(stripRows, height - y);
    memory.set(rows.subarray(y * stride, (y + count) * stride), at);
    if (kernels.unfilterRows(count, bands) === 0) throw unknownFilter();
    rows.set(memory.subarray(at, at + count * stride), y * stride);
  }
};

/** Palettes mostly have none. */
const hasFilter = (rows: Uint8Array, stride: number): boolean => {
  for (let at = 0; at < rows.length; at += stride) if (rows[at] !== 0) return true;
  return false;
};

type Samples = Readonly<{ data: Uint8Array; offset: number; stride: number }>;

const asFiltered = ({ rows, rowBytes }: FilteredRows): Samples => ({
  data: rows,
  offset: 1,
  stride: rowBytes + 1,
});

/** Indices of less than 8 bits, one a byte. */
const unpacked = ({ width, height, bitDepth, rowBytes, rows }: FilteredRows): Samples => {
  const data = new Uint8Array(width * height);
  const mask = (1 << bitDepth) - 1;
  for (let y = 0, to = 0; y < height; y++) {
    const from = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x++, to++) {
      const bit = x * bitDepth;
      const byte = rows[from + (bit >> 3)] ?? 0;
      data[to] = (byte >> (8 - bitDepth - (bit & 7))) & mask;
    }
  }
  return { data, offset: 0, stride: width };
};

/** Red, green, blue and alpha of 256 colours. */
const tableOf = ({ colours, opacities }: Palette): Uint8Array =>
  Uint8Array.from({ length: 1024 }, (_, at) => {
    const [index, band] = [at >> 2, at & 3];
    return band === 3 ? (opacities[index] ?? 255) : (colours[index * 3 + band] ?? 0);
  });
