import type { Wasm } from '../wasm/wasm.ts';
import { readRows, type StoredPixels } from '../wasm/stored-pixels.ts';

/**
 * The share (0 to 1) of pixels equal to their left neighbour. It is high for screenshots, drawings and
 * cut-outs, and low for photographs, which suit neither a lossless encoder nor a palette. Two clear pixels are
 * equal: many a cut-out keeps its background below them.
 */
export const flatnessOf = (wasm: Wasm, pixels: StoredPixels): number => {
  const { width, height } = pixels;
  if (width < 2) return 0;
  let flat = 0;
  readRows(wasm, pixels, () => {
    flat += wasm.flatPixels();
  });
  return flat / (height * (width - 1));
};

/**
 * Whether an opaque picture is made of soft slopes alone: next to no pixel differs visibly from the one to its
 * left or above. Reading ends at the first edges too many, which in a photograph are among the first rows.
 */
export const isSmooth = ({ width, height, bands, palette, copy }: StoredPixels): boolean => {
  if (bands % 2 === 0 || palette !== undefined) return false;
  const [row, above] = [new Uint8Array(width * bands), new Uint8Array(width * bands)];
  const mostEdges = Math.floor((height - 1) / smoothRowStep) * width * edgeShare;
  let edges = 0;
  for (let y = smoothRowStep; y < height; y += smoothRowStep) {
    copy(0, y - 1, width, above, 0);
    copy(0, y, width, row, 0);
    let left = lumaAt(row, 0, bands);
    for (let at = 0; at < row.length; at += bands) {
      const luma = lumaAt(row, at, bands);
      const change = Math.max(Math.abs(luma - left), Math.abs(luma - lumaAt(above, at, bands)));
      if (change >= edgeLevels) edges += 1;
      left = luma;
    }
    if (edges > mostEdges) return false;
  }
  return true;
};

/** One of this many rows is looked at. */
const smoothRowStep = 8;

/** Levels of 256 of luma. */
const edgeLevels = 8;

/** The largest share of pixels at edges. Photographs have more, but for the moon in a night sky. */
const edgeShare = 0.005;

const lumaAt = (levels: Uint8Array, at: number, bands: number): number =>
  bands < 3 ? levels[at]! : (levels[at]! + 2 * levels[at + 1]! + levels[at + 2]!) / 4;

/** Whether a picture of this flatness is mostly drawn: lossless encoders make such pictures small. */
export const isDrawn = (flatness: number): boolean => flatness > 0.5;

/** Whether a picture of this flatness looks like a photograph. */
export const isPhotographic = (flatness: number): boolean => flatness < 0.3;

/** Whether noise hides what is lost; what only looks like a photograph, such as a drawn gradient, has none. */
export const hidesLoss = ({
  flatness,
  hasFewColours,
}: Readonly<{ flatness: number; hasFewColours: boolean }>): boolean =>
  isPhotographic(flatness) && !hasFewColours;
