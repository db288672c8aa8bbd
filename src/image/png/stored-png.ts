import type { Wasm } from '../wasm/wasm.ts';
import type { StoredPixels } from '../wasm/stored-pixels.ts';
import {
  type FilteredRows,
  filteredRowsOf,
  hasFilters,
  unknownFilter,
  unpackedRows,
} from './filtered-rows.ts';

/** The pixels of a PNG in memory, and this memory: without a palette, rows behind their filters. */
type StoredPng = StoredPixels & Readonly<{ memory: Uint8Array }>;

/**
 * The pixels of a PNG of 8 bits a sample, or with a palette of up to 8 bits: the kinds that encoders write here.
 * Sources that are interlaced or deeper are decoded by libvips. Pixels of a palette stay indices.
 * @throws ServiceError `decode_failed` for other kinds, for damage, and for more than `maxPixelBytes` of pixels; RangeError
 * for rows that the pixel loops have no memory for.
 */
export const storedPng = (wasm: Wasm, bytes: Uint8Array): StoredPng => {
  const filtered = filteredRowsOf(bytes);
  unfilter(wasm, filtered);
  const { width, height, bands, palette } = filtered;
  const memory = unpackedRows(filtered);
  return {
    width,
    height,
    bands,
    ...(palette !== undefined && { palette: wholePalette(palette) }),
    memory,
    copy: (x, y, count, to, at) => {
      const from = y * (width * bands + 1) + 1 + x * bands;
      to.set(memory.subarray(from, from + count * bands), at);
    },
  };
};

/** Bytes that the pixel loops get at once. */
const stripBytes = 262_144;

/** Undoes the filters, each row where it is. */
const unfilter = (wasm: Wasm, filtered: FilteredRows): void => {
  const { height, bands, rowBytes, rows } = filtered;
  if (!hasFilters(filtered)) return;
  const stride = rowBytes + 1;
  const stripRows = Math.min(height, Math.max(1, Math.floor(stripBytes / stride)));
  wasm.openFiltered(rowBytes, stripRows);
  const memory = wasm.bytes();
  const at = wasm.filteredRows();
  for (let y = 0; y < height; y += stripRows) {
    const count = Math.min(stripRows, height - y);
    memory.set(rows.subarray(y * stride, (y + count) * stride), at);
    if (wasm.unfilterRows(count, bands) === 0) throw unknownFilter();
    rows.set(memory.subarray(at, at + count * stride), y * stride);
  }
};

/** A palette of 256 colours: those that are not there are black and opaque. */
export const wholePalette = (palette: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: 1024 }, (_, at) => palette[at] ?? (at % 4 === 3 ? 255 : 0));
