import {
  type FilteredRows,
  filteredRowsOf,
  unknownFilter,
} from '../../../src/image/png/filtered-rows.ts';
import type { Raster } from '../../../src/image/raster.ts';

/** The pixels of a PNG of a kind that `storedPng` reads, sample by sample. @throws as that does. */
export const decodePng = (bytes: Uint8Array): Raster => {
  const encoded = filteredRowsOf(bytes);
  const { width, height } = encoded;
  const samples = unfilteredSamples(encoded);
  return encoded.palette === undefined
    ? { width, height, bands: encoded.bands, data: samples }
    : ofPalette(encoded, samples, encoded.palette);
};

/** The rows in order, with their filters undone. Source: PNG, section 9. */
const unfilteredSamples = ({ height, bands, rowBytes, rows }: FilteredRows): Uint8Array => {
  const samples = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (rowBytes + 1)] ?? 0;
    const from = y * (rowBytes + 1) + 1;
    const to = y * rowBytes;
    samples.set(rows.subarray(from, from + rowBytes), to);
    if (filter > 4) throw unknownFilter();
    if (filter !== 0) unfilter(samples, { filter, to, rowBytes, step: bands, isFirst: y === 0 });
  }
  return samples;
};

type FilteredRow = Readonly<{
  filter: number;
  to: number;
  rowBytes: number;
  step: number;
  isFirst: boolean;
}>;

const unfilter = (
  samples: Uint8Array,
  { filter, to, rowBytes, step, isFirst }: FilteredRow,
): void => {
  for (let x = 0; x < rowBytes; x++) {
    const at = to + x;
    const left = x < step ? 0 : (samples[at - step] ?? 0);
    const above = isFirst ? 0 : (samples[at - rowBytes] ?? 0);
    const corner = isFirst || x < step ? 0 : (samples[at - rowBytes - step] ?? 0);
    samples[at] = (samples[at] ?? 0) + predicted(filter, left, above, corner);
  }
};

const predicted = (filter: number, left: number, above: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/** The colour of each pixel from the palette: RGB where all entries are opaque, otherwise RGB and alpha. */
const ofPalette = (
  { width, height, bitDepth, rowBytes }: FilteredRows,
  indices: Uint8Array,
  palette: Uint8Array,
): Raster => {
  const bands = palette.some((level, at) => at % 4 === 3 && level < 255) ? 4 : 3;
  const data = new Uint8Array(width * height * bands);
  const mask = (1 << bitDepth) - 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += bands) {
      const bit = x * bitDepth;
      const byte = indices[y * rowBytes + (bit >> 3)] ?? 0;
      const index = (byte >> (8 - bitDepth - (bit & 7))) & mask;
      for (let band = 0; band < bands; band++) data[to + band] = palette[index * 4 + band]!;
    }
  }
  return { width, height, bands, data };
};
