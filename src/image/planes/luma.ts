import type { Chroma } from './chroma.ts';
import type { Raster } from '../raster.ts';
import type { Wasm } from '../wasm/wasm.ts';

/** Writes the luma of YUV (BT.601, limited range) of each pixel, and the colour of the mean light of 2x2 pixels. */
export const writeStart = (
  wasm: Wasm,
  picture: Raster,
  luma: Float32Array,
  chroma: Chroma,
): void => {
  const rows = openRows(wasm, picture);
  rows.forEach((y) => {
    wasm.startLuma(picture.bands, y % 2);
    rows.takeLuma(y, luma);
    rows.takeColour(y, chroma);
  });
};

/**
 * Changes the luma of each pixel so that the pixel is as bright as in `picture` once it is shown with this
 * chroma, by `newtonSteps` of Newton's method. `shown` takes the colour of the means of 2x2 pixels then.
 */
export const fitLuma = (
  wasm: Wasm,
  picture: Raster,
  luma: Float32Array,
  chroma: Chroma,
  { newtonSteps, shown }: Readonly<{ newtonSteps: number; shown?: Chroma }>,
): void => {
  const rows = openRows(wasm, picture);
  rows.forEach((y) => {
    rows.giveLuma(y, luma);
    rows.giveColour(y, chroma);
    wasm.fitLuma(picture.bands, y % 2, newtonSteps, shown !== undefined);
    rows.takeLuma(y, luma);
    if (shown !== undefined) rows.takeColour(y, shown);
  });
};

/** The rows that pixel loops and host exchange. */
const openRows = (wasm: Wasm, { width, height, bands, data }: Raster) => {
  wasm.openPlanes(width);
  const bytes = wasm.bytes();
  const floats = new Float32Array(bytes.buffer);
  const [row, lumaAt] = [wasm.rowOfPicture(), wasm.rowOfLuma() / 4];
  const around = [0, 1, 2, 3].map((index) => wasm.rowOfColour(index) / 4);
  const shownAt = [0, 1].map((index) => wasm.rowOfShown(index) / 4);
  return {
    forEach: (onRow: (y: number) => void): void => {
      for (let y = 0; y < height; y++) {
        bytes.set(data.subarray(y * width * bands, (y + 1) * width * bands), row);
        onRow(y);
      }
    },
    giveLuma: (y: number, luma: Float32Array): void => {
      floats.set(luma.subarray(y * width, (y + 1) * width), lumaAt);
    },
    takeLuma: (y: number, luma: Float32Array): void => {
      luma.set(floats.subarray(lumaAt, lumaAt + width), y * width);
    },
    giveColour: (y: number, chroma: Chroma): void => {
      const near = y >> 1;
      const far = Math.min(chroma.height - 1, Math.max(0, near + (y % 2 === 1 ? 1 : -1)));
      const planes = [chroma.u, chroma.u, chroma.v, chroma.v];
      for (const [index, plane] of planes.entries()) {
        const from = (index % 2 === 0 ? near : far) * chroma.width;
        floats.set(plane.subarray(from, from + chroma.width), around[index]!);
      }
    },
    /** After the second row of a pair, or a last one that is alone. */
    takeColour: (y: number, { width: count, u, v }: Chroma): void => {
      const isAlone = y % 2 === 0;
      if (isAlone && y < height - 1) return;
      wasm.showColour(isAlone);
      for (const [index, plane] of [u, v].entries()) {
        const from = shownAt[index]!;
        plane.set(floats.subarray(from, from + count), (y >> 1) * count);
      }
    },
  };
};
