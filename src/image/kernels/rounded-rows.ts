import type { Kernels } from './kernels.ts';
import type { StoredPixels } from './stored-pixels.ts';

/** The rows that `lossyRows` makes of a picture without a palette, made by the kernels. */
export const roundedRows = (kernels: Kernels, picture: StoredPixels, step: number): Uint8Array => {
  const { width, height, bands, copy } = picture;
  const rowBytes = width * bands;
  const stripRows = Math.min(height, Math.max(1, Math.floor(stripBytes / rowBytes)));
  kernels.openRounding(rowBytes, bands, stripRows);
  const memory = kernels.bytes();
  const [from, to] = [kernels.rowsToRound(), kernels.roundedRows()];
  const stride = rowBytes + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += stripRows) {
    const count = Math.min(stripRows, height - y);
    for (let row = 0; row < count; row++) copy(0, y + row, width, memory, from + row * rowBytes);
    kernels.roundRows(count, step);
    rows.set(memory.subarray(to, to + count * stride), y * stride);
  }
  return rows;
};

/** Bytes that the kernels get at once. */
const stripBytes = 262_144;
