import type { StoredPixels } from '../../wasm/stored-pixels.ts';
import { partOf } from '../../wasm/visible-box.ts';
import { pngOfRows, quickLevel } from '../pixels.ts';
import { isShadow, type Shadow } from './shadow.ts';

/**
 * The visible part of a picture as a PNG in which its shadow is clear, so that an encoder of palettes spends no colours
 * on it, and no time on what surrounds it.
 */
export const withoutShadow = (pixels: StoredPixels, shadow: Shadow): Uint8Array => {
  const part = partOf(pixels, shadow.part);
  const { width, height, bands, copy } = part;
  const stride = width * bands + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * stride + 1, (y + 1) * stride);
    copy(0, y, width, row, 0);
    for (let at = 0; at < row.length; at += bands) {
      if (isShadow(shadow, row, at)) row.fill(0, at, at + bands);
    }
  }
  return pngOfRows(part, rows, quickLevel);
};
