import type { StoredPixels } from '../../wasm/stored-pixels.ts';

/** Whether alpha has soft slopes, as shadows and glows have, in which a palette shows bands first. */
export const hasSoftAlpha = (pixels: StoredPixels): boolean => {
  let soft = 0;
  eachSoftAlpha(pixels, () => {
    soft += 1;
  });
  return soft > Math.floor((pixels.height - 1) / rowStep) * pixels.width * softShare;
};

/** Calls `onPixel` for each pixel of sampled rows whose alpha changes softly, with the row and where it is in it. */
export const eachSoftAlpha = (
  { width, height, bands, palette, copy }: StoredPixels,
  onPixel: (row: Uint8Array, at: number) => void,
): void => {
  if (bands % 2 === 1 || palette !== undefined) return;
  const [row, above] = [new Uint8Array(width * bands), new Uint8Array(width * bands)];
  for (let y = rowStep; y < height; y += rowStep) {
    copy(0, y - 1, width, above, 0);
    copy(0, y, width, row, 0);
    for (let at = 2 * bands - 1; at < row.length; at += bands) {
      const alpha = row[at]!;
      const change = Math.max(Math.abs(alpha - row[at - bands]!), Math.abs(alpha - above[at]!));
      if (alpha % 255 !== 0 && change < edgeLevels) onPixel(row, at - bands + 1);
    }
  }
};

/** Cut-outs with shadows mostly have more, and emoji and edges far less. */
const softShare = 0.03;

/** One of this many rows is looked at. */
const rowStep = 8;

/** Levels of alpha by which neighbours differ at an edge. */
const edgeLevels = 8;
