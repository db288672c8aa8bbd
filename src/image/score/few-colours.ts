import type { StoredPixels } from '../wasm/stored-pixels.ts';

/**
 * Whether a picture has few distinct colours, as drawn gradients have: a palette may suit it, however
 * rarely two neighbours are equal. Grey pixels count with their left neighbours, for a grey photograph has
 * few levels too, but in all combinations. All transparent pixels are of one colour. Reading ends at the
 * first colour too many, which in a photograph is among the first rows.
 */
export const hasFewColours = (pixels: StoredPixels, most = mostColours): boolean => {
  const { width, height, bands, palette, copy } = pixels;
  const row = new Uint8Array(width * bands);
  const colourOf = (at: number): number =>
    palette === undefined ? colourAt(row, at, bands) : colourAt(palette, row[at]! * 4, 4);
  const isNewColour = createSeen(most);
  const isNewPair = createSeen(most);
  let count = 0;
  for (let y = 0; y < height; y++) {
    copy(0, y, width, row, 0);
    let left = colourOf(0);
    for (let at = 0; at < row.length; at += bands) {
      const colour = colourOf(at);
      const isNew = isGrey(colour) ? isNewPair(pairOf(left, colour)) : isNewColour(colour);
      if (isNew) count += 1;
      if (count > most) return false;
      left = colour;
    }
  }
  return true;
};

/** A gradient between two colours has at most 766, and with alpha 1021. Photographs have far more. */
const mostColours = 2048;

/** Red, green, blue and alpha as one number other than 0, the same for all transparent pixels. */
const colourAt = (levels: Uint8Array, at: number, bands: StoredPixels['bands']): number => {
  const alpha = bands % 2 === 1 ? 255 : levels[at + bands - 1]!;
  if (alpha === 0) return 1;
  const red = levels[at]!;
  const green = bands < 3 ? red : levels[at + 1]!;
  const blue = bands < 3 ? red : levels[at + 2]!;
  return ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
};

/** Whether red, green and blue are equal. */
const isGrey = (colour: number): boolean => (((colour >>> 8) ^ (colour >>> 16)) & 0xffff) === 0;

/** Green and alpha of both as one number other than 0, for no alpha is 0. */
const pairOf = (left: number, colour: number): number =>
  (((left & 0xff00ff) << 8) | (colour & 0xff00ff)) >>> 0;

/** Tells of each number of 32 bits, other than 0, whether it is new; of at most `most` new ones and one more. */
const createSeen = (most: number): ((value: number) => boolean) => {
  const bits = Math.ceil(Math.log2(4 * (most + 1)));
  const slots = new Uint32Array(2 ** bits);
  return (value) => {
    // The upper bits of the product depend on all bits of the value.
    let slot = Math.imul(value, 0x9e3779b1) >>> (32 - bits);
    while (slots[slot] !== 0) {
      if (slots[slot] === value) return false;
      slot = (slot + 1) % slots.length;
    }
    slots[slot] = value;
    return true;
  };
};
