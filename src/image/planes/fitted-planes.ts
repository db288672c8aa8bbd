import type { Kernels } from '../kernels/kernels.ts';
import { isTransparent, type Raster } from '../raster.ts';
import { chromaOf, planesLength } from './chroma.ts';
import { fitLuma } from './luma.ts';
import { visibleColours } from './visible-colours.ts';

/**
 * `planes` of a picture (`planesOf`) with another luma: that which its pixels need with the colour that an
 * encoder left of the planes. `encoded` are the planes of the encoder's file, and may be followed by alpha.
 * Undefined where luma would hardly change.
 * @throws RangeError for planes that are not those of a picture of this size.
 */
export const fittedPlanes = (
  kernels: Kernels,
  given: Raster,
  planes: Uint8Array,
  encoded: Uint8Array,
): Uint8Array | undefined => {
  const picture = isTransparent(given) ? visibleColours(given) : given;
  const { width, height } = picture;
  const count = width * height;
  if (planes.length !== planesLength(picture)) throw new RangeError('planes of another picture');
  const luma = Float32Array.from(planes.subarray(0, count));
  fitLuma(kernels, picture, luma, chromaOf(picture, encoded), { newtonSteps: 1 });
  // A copy of its own, also of a Buffer.
  const fitted = Uint8Array.from(planes);
  // Rounds, and limits values to a byte.
  const written = new Uint8ClampedArray(fitted.buffer);
  let changes = 0;
  for (let at = 0; at < count; at++) {
    const change = takenShare * (luma[at]! - planes[at]!);
    written[at] = planes[at]! + change;
    changes += Math.abs(change);
  }
  return changes < count * leastChange ? undefined : fitted;
};

/** Share of the change that is taken: the encoder leaves a somewhat different colour of other planes. */
const takenShare = 0.7;

/** Levels in the mean. Rounding to bytes makes 0.18 of them. */
const leastChange = 0.2;
