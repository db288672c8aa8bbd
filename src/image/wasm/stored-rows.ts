import type { StoredPixels } from './stored-pixels.ts';

/** Reads rows as they are stored. Each row is there until the next one is read. */
export const storedRows = ({ width, bands, copy }: StoredPixels): ((y: number) => Uint8Array) => {
  const row = new Uint8Array(width * bands);
  return (y) => {
    copy(0, y, width, row, 0);
    return row;
  };
};

/** Where rows have their alpha: in each `step`-th byte from `first` on, which `alphas` translates. */
type AlphaRows = Readonly<{
  /** A row, which is there until the next one is read. */
  row: (y: number) => Uint8Array;
  first: number;
  step: number;
  alphas: Uint8Array;
}>;

export const alphaRows = (pixels: StoredPixels): AlphaRows => {
  const { bands, palette } = pixels;
  const alphaOf = (byte: number): number => {
    if (palette !== undefined) return palette[byte * 4 + 3]!;
    return bands % 2 === 0 ? byte : 255;
  };
  return {
    row: storedRows(pixels),
    first: bands - 1,
    step: bands,
    alphas: Uint8Array.from({ length: 256 }, (_, byte) => alphaOf(byte)),
  };
};
