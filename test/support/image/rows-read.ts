import type { StoredPixels } from '../../../src/image/wasm/stored-pixels.ts';

/** A picture that notes which of its rows are read. */
export const notingRows = (
  stored: StoredPixels,
): Readonly<{ picture: StoredPixels; rowsRead: ReadonlySet<number> }> => {
  const rowsRead = new Set<number>();
  const copy: StoredPixels['copy'] = (x, y, ...others) => {
    rowsRead.add(y);
    stored.copy(x, y, ...others);
  };
  return { picture: { ...stored, copy }, rowsRead };
};
