import { deflatedPng } from '../../../image/png/deflate/deflated-png.ts';
import type { Kernels } from '../../../image/kernels/kernels.ts';
import {
  hasTransparency,
  rasterOf,
  storedRaster,
  type StoredPixels,
} from '../../../image/kernels/stored-pixels.ts';
import { kernelFitting } from '../../../image/planes/kernel-fitting.ts';
import { roundedRows } from '../../../image/kernels/rounded-rows.ts';
import { isLossyPngSource, lossyPngOf } from '../../../image/png/lossy.ts';
import { withMergedColours } from '../../../image/png/merges/merged-colours.ts';
import { withRepeatedColours } from '../../../image/png/repeats/colours.ts';
import { compare } from '../../../image/score/comparison.ts';
import { fineColourIn } from '../../../image/score/fine-colour.ts';
import { hasFewColours } from '../../../image/score/few-colours.ts';
import { flatnessIn, isDrawn, isSmooth } from '../../../image/score/flatness.ts';
import { brightnessOf } from '../../../image/score/xyb.ts';
import { fittedPlanes } from '../../../image/planes/fitted-planes.ts';
import { planesOf } from '../../../image/planes/planes.ts';
import { joinedTiles, sampleTilesIn } from '../../../image/score/sample-tiles.ts';
import { createPictureFiles } from './picture-files.ts';
import type { ScorerWork } from './protocol.ts';
import { warmUpPicture } from './warm-up-picture.ts';
import { bytesIn, maxPixelBytes, writePicture } from './whole-pictures.ts';

/** Measures pictures by the kernels, row by row. */
export const createKernelWork = (kernels: Kernels): ScorerWork => {
  const files = createPictureFiles(kernels);
  const picture = storedRaster(warmUpPicture());
  for (let round = 0; round < 3; round++) compare(kernels, picture, picture, { guardsBands: true });
  return {
    isTransparent: (path) => files.use(path, 0, (pixels) => hasTransparency(kernels, pixels)),
    survey: (path, samplePath) =>
      files.use(path, 0, (whole) => {
        const tiles = sampleTilesIn(kernels, whole);
        const sample = tiles && rasterOf(joinedTiles(whole, tiles));
        if (sample !== undefined) writePicture(samplePath, sample);
        const measured = sample === undefined ? whole : storedRaster(sample);
        const flatness = flatnessIn(kernels, measured);
        return {
          tiles,
          measuredPixels: measured.width * measured.height,
          flatness,
          hasFewColours: !isDrawn(flatness) && hasFewColours(whole),
          isSmooth: isSmooth(whole),
          fineColour: fineColourIn(kernels, whole),
          brightness: brightnessOf(whole),
          usesKernels: true,
        };
      }),
    productOf: (source, product) => {
      switch (product.kind) {
        case 'lossy-png': {
          if (!isLossyPngSource(bytesIn(source), maxPixelBytes)) return undefined;
          const rowsOf = (whole: StoredPixels, step: number): Uint8Array =>
            roundedRows(kernels, whole, step);
          return files.use(source, 0, (pixels) => lossyPngOf(pixels, product.quality, rowsOf));
        }
        case 'planes':
          return files.use(source, 0, (pixels) =>
            planesOf(rasterOf(pixels), kernelFitting(kernels)),
          );
        case 'fitted-planes': {
          const [planes, encoded] = [bytesIn(product.planes), bytesIn(product.encoded)];
          return files.use(source, 0, (pixels) =>
            fittedPlanes(rasterOf(pixels), planes, encoded, kernelFitting(kernels)),
          );
        }
        case 'repeated-colours':
          return withRepeatedColours(bytesIn(source), product.coarseness, maxPixelBytes);
        case 'merged-colours':
          return withMergedColours(bytesIn(source), product.coarseness, maxPixelBytes);
        case 'deflated-png':
          return deflatedPng(kernels, bytesIn(source));
      }
    },
    score: ({ reference, result, tiles, guardsBands }) =>
      files.use(reference, 0, (source) =>
        files.use(result, 1, (whole) => {
          const measured = tiles === undefined ? whole : joinedTiles(whole, tiles);
          return compare(kernels, source, measured, { guardsBands });
        }),
      ),
  };
};
