import type { StoredPixels } from '../../wasm/stored-pixels.ts';
import { storedRows } from '../../wasm/stored-rows.ts';

/** Reads rows as red, green, blue and alpha. Each row is there until the next one is read. */
export const colourRows = (pixels: StoredPixels): ((y: number) => Uint8Array) => {
  const { width, bands, palette } = pixels;
  const rows = storedRows(pixels);
  if (bands === 4) return rows;
  const colours = new Uint8Array(width * 4);
  const spread = palette === undefined ? spreaders[bands] : fromPalette(palette);
  return (y) => {
    spread(rows(y), colours);
    return colours;
  };
};

type Spread = (row: Uint8Array, to: Uint8Array) => void;

const fromPalette =
  (palette: Uint8Array): Spread =>
  (row, to) => {
    for (let x = 0, at = 0; x < row.length; x++) {
      for (let from = row[x]! * 4, end = from + 4; from < end; from++, at++)
        to[at] = palette[from]!;
    }
  };

const spreaders: Readonly<Record<1 | 2 | 3, Spread>> = {
  1: (row, to) => {
    for (let x = 0, at = 0; x < row.length; x++, at += 4) {
      to[at] = to[at + 1] = to[at + 2] = row[x]!;
      to[at + 3] = 255;
    }
  },
  2: (row, to) => {
    for (let from = 0, at = 0; from < row.length; from += 2, at += 4) {
      to[at] = to[at + 1] = to[at + 2] = row[from]!;
      to[at + 3] = row[from + 1]!;
    }
  },
  3: (row, to) => {
    for (let from = 0, at = 0; from < row.length; from += 3, at += 4) {
      to[at] = row[from]!;
      to[at + 1] = row[from + 1]!;
      to[at + 2] = row[from + 2]!;
      to[at + 3] = 255;
    }
  },
};
