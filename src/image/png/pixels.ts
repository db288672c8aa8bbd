import { deflateSync, inflateSync } from 'node:zlib';
import { bytesOf, concatenated, latin1Bytes, viewOf } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { Raster } from '../raster.ts';
import { chunkBytes, chunksOf, pngSignature } from './chunks.ts';
import { pngHeaderOf, type PngHeader } from './header.ts';

/**
 * The pixels of a PNG of 8 bits a sample, or with a palette of up to 8 bits: the kinds that encoders
 * write here. Sources that are interlaced or deeper are decoded by libvips.
 * @throws ServiceError `decode_failed` for other kinds, for damage, and for more than `maxBytes` of pixels.
 */
export const decodePng = (bytes: Uint8Array, maxBytes: number): Raster => {
  const source = bytesOf(bytes);
  let header: PngHeader | undefined;
  let palette: Uint8Array = new Uint8Array(0);
  let opacities: Uint8Array = new Uint8Array(0);
  const compressed: Uint8Array[] = [];
  for (const chunk of chunksOf(source)) {
    if (header === undefined)
      header = plainHeader(pngHeaderOf(chunk, source), chunk.data.read(12, 1));
    else if (chunk.name === 'PLTE') palette = chunk.data.read(0, chunk.data.size);
    else if (chunk.name === 'tRNS') opacities = chunk.data.read(0, chunk.data.size);
    else if (chunk.name === 'IDAT') compressed.push(chunk.data.read(0, chunk.data.size));
  }
  if (header === undefined) throw decodeFailed('PNG has no header.');
  if (header.colour !== 'palette' && opacities.length > 0) throw otherKind();
  const { width, height } = header;
  if (width * height * 4 > maxBytes) throw otherKind();
  const samples = unfilteredSamples(header, inflated(header, compressed));
  return header.colour === 'palette'
    ? ofPalette({ width, height }, header.bitDepth, samples, palette, opacities)
    : { width, height, bands: bandsOf(header), data: samples };
};

const plainHeader = (header: PngHeader, interlace: Uint8Array): PngHeader => {
  if (interlace[0] !== 0) throw otherKind();
  if (header.colour === 'palette' ? header.bitDepth > 8 : header.bitDepth !== 8) throw otherKind();
  return header;
};

const otherKind = () => decodeFailed('PNG is of a kind that only sources are.');

/** The rows in order, with their filters undone. Source: PNG, section 9. */
const unfilteredSamples = (header: PngHeader, rows: Uint8Array): Uint8Array => {
  const rowBytes = rowBytesOf(header);
  const step = Math.max(1, (bandsOf(header) * header.bitDepth) >> 3);
  const samples = new Uint8Array(rowBytes * header.height);
  for (let y = 0; y < header.height; y++) {
    const filter = rows[y * (rowBytes + 1)] ?? 0;
    const from = y * (rowBytes + 1) + 1;
    const to = y * rowBytes;
    samples.set(rows.subarray(from, from + rowBytes), to);
    if (filter > 4) throw decodeFailed('PNG has an unknown filter.');
    if (filter !== 0) unfilter(samples, { filter, to, rowBytes, step, isFirst: y === 0 });
  }
  return samples;
};

const rowBytesOf = (header: PngHeader): number =>
  Math.ceil((header.width * bandsOf(header) * header.bitDepth) / 8);

const bandsOf = ({ colour, hasAlphaChannel }: PngHeader): Raster['bands'] => {
  if (colour === 'rgb') return hasAlphaChannel ? 4 : 3;
  return colour === 'grey' && hasAlphaChannel ? 2 : 1;
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

const inflated = (header: PngHeader, compressed: readonly Uint8Array[]): Uint8Array => {
  const expected = (rowBytesOf(header) + 1) * header.height;
  let rows: Uint8Array;
  try {
    rows = inflateSync(concatenated(compressed), { maxOutputLength: expected });
  } catch (cause) {
    throw decodeFailed(`PNG has damaged image data: ${String(cause)}`);
  }
  if (rows.length !== expected) throw decodeFailed('PNG has too little image data.');
  return rows;
};

/** The colour of each pixel from the palette: RGB where all entries are opaque, otherwise RGB and alpha. */
const ofPalette = (
  { width, height }: Pick<Raster, 'width' | 'height'>,
  bitDepth: number,
  indices: Uint8Array,
  palette: Uint8Array,
  opacities: Uint8Array,
): Raster => {
  const bands = opacities.some((opacity) => opacity < 255) ? 4 : 3;
  const data = new Uint8Array(width * height * bands);
  const rowBytes = Math.ceil((width * bitDepth) / 8);
  const mask = (1 << bitDepth) - 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += bands) {
      const bit = x * bitDepth;
      const byte = indices[y * rowBytes + (bit >> 3)] ?? 0;
      const index = (byte >> (8 - bitDepth - (bit & 7))) & mask;
      for (let band = 0; band < 3; band++) data[to + band] = palette[index * 3 + band] ?? 0;
      if (bands === 4) data[to + 3] = opacities[index] ?? 255;
    }
  }
  return { width, height, bands, data };
};

/** The picture as a PNG without compression, for tools that cannot read a pixmap with alpha. */
export const encodePng = ({ width, height, bands, data }: Raster): Uint8Array => {
  const rowBytes = width * bands;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  const header = new Uint8Array(13);
  viewOf(header).setUint32(0, width);
  viewOf(header).setUint32(4, height);
  header.set([8, [0, 0, 4, 2, 6][bands] ?? 0], 8);
  return concatenated([
    latin1Bytes(pngSignature),
    chunkBytes('IHDR', header),
    chunkBytes('IDAT', deflateSync(rows, { level: 0 })),
    chunkBytes('IEND', new Uint8Array(0)),
  ]);
};
