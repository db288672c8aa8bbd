import type { Wasm } from '../wasm/wasm.ts';
import { hasTransparency, storedRaster } from '../wasm/stored-pixels.ts';
import type { Raster } from '../raster.ts';
import { addMissing, blankChroma } from './chroma.ts';
import { fitLuma, writeStart } from './luma.ts';
import { visibleColours } from './visible-colours.ts';

/**
 * The colours of a picture as cwebp encodes them: luma of all pixels, then the two planes of colour with half the
 * pixels in each direction, a byte a value (YUV 4:2:0 of BT.601, limited range). Once colour is enlarged as
 * decoders do, each pixel is as bright as in the picture, and areas of a few pixels have its colour. Those of
 * a transparent picture lack its alpha.
 */
export const planesOf = (wasm: Wasm, given: Raster): Uint8Array => {
  const isTransparent = hasTransparency(wasm, storedRaster(given));
  const picture = isTransparent ? visibleColours(given) : given;
  const count = picture.width * picture.height;
  const luma = new Float32Array(count);
  const wanted = blankChroma(picture);
  writeStart(wasm, picture, luma, wanted);
  const shown = blankChroma(picture);
  const [u, v] = [wanted.u.slice(), wanted.v.slice()];
  for (let round = 0; round < rounds; round++) {
    fitLuma(wasm, picture, luma, { ...wanted, u, v }, { newtonSteps: round === 0 ? 2 : 1, shown });
    addMissing(wanted, u, wanted.u, shown.u);
    addMissing(wanted, v, wanted.v, shown.v);
  }
  const planes = new Uint8Array(count + u.length + v.length);
  // Rounds, and limits values to a byte.
  const written = new Uint8ClampedArray(planes.buffer);
  written.set(u, count);
  written.set(v, count + u.length);
  u.set(planes.subarray(count, count + u.length));
  v.set(planes.subarray(count + u.length));
  fitLuma(wasm, picture, luma, { ...wanted, u, v }, { newtonSteps: 1 });
  written.set(luma);
  return planes;
};

/** Further ones change little. */
const rounds = 2;
