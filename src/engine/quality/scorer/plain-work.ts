import { bandingOf } from '../../../image/score/banding.ts';
import { colourLossOf } from '../../../image/score/colour-loss.ts';
import { fineColourOf } from '../../../image/score/fine-colour.ts';
import { hasFewColours } from '../../../image/score/few-colours.ts';
import { flatnessOf, isDrawn, isSmooth } from '../../../image/score/flatness.ts';
import { storedRaster } from '../../../image/kernels/stored-pixels.ts';
import { brightnessOf } from '../../../image/score/xyb.ts';
import { joinTiles, sampleTilesOf } from '../../../image/score/sample-tiles.ts';
import { likenessOf, type Reference, referenceOf } from '../../../image/score/score.ts';
import { lossyPng } from '../../../image/png/lossy.ts';
import { withMergedColours } from '../../../image/png/merges/merged-colours.ts';
import { withRepeatedColours } from '../../../image/png/repeats/colours.ts';
import { isTransparent, type Raster } from '../../../image/raster.ts';
import { fittedPlanes } from '../../../image/planes/fitted-planes.ts';
import { planesOf } from '../../../image/planes/planes.ts';
import type { ScorerWork } from './protocol.ts';
import { warmUpPicture } from './warm-up-picture.ts';
import { bytesIn, maxPixelBytes, readPicture, writePicture } from './whole-pictures.ts';

/** Measures pictures in TypeScript; keeps the references of the last jobs in memory. */
export const createPlainWork = (): ScorerWork => {
  const references = new Map<string, Prepared>();

  const preparedAt = (path: string): Prepared => {
    const known = references.get(path) ?? prepared(readPicture(path));
    references.delete(path);
    references.set(path, known);
    dropOldest(references);
    return known;
  };

  warmUp();
  return {
    isTransparent: (path) => isTransparent(readPicture(path)),
    survey: (path, samplePath) => {
      const whole = readPicture(path);
      const tiles = sampleTilesOf(whole);
      const measured = tiles === undefined ? whole : joinTiles(whole, tiles);
      if (tiles !== undefined) writePicture(samplePath, measured);
      const flatness = flatnessOf(measured);
      return {
        tiles,
        measuredPixels: measured.width * measured.height,
        flatness,
        hasFewColours: !isDrawn(flatness) && hasFewColours(storedRaster(whole)),
        isSmooth: isSmooth(storedRaster(whole)),
        fineColour: fineColourOf(whole),
        brightness: brightnessOf(storedRaster(whole)),
        usesKernels: false,
      };
    },
    productOf: (source, product) => {
      switch (product.kind) {
        case 'lossy-png':
          return lossyPng(bytesIn(source), product.quality, maxPixelBytes);
        case 'planes':
          return planesOf(preparedAt(source).picture);
        case 'fitted-planes': {
          const [planes, encoded] = [bytesIn(product.planes), bytesIn(product.encoded)];
          return fittedPlanes(preparedAt(source).picture, planes, encoded);
        }
        case 'repeated-colours':
          return withRepeatedColours(bytesIn(source), product.coarseness, maxPixelBytes);
        case 'merged-colours':
          return withMergedColours(bytesIn(source), product.coarseness, maxPixelBytes);
        case 'deflated-png':
          // It would take seconds without kernels.
          return undefined;
      }
    },
    score: (request) => {
      const { picture, reference } = preparedAt(request.reference);
      const whole = readPicture(request.result);
      const result = request.tiles === undefined ? whole : joinTiles(whole, request.tiles);
      return {
        ...likenessOf(reference, result),
        banding: request.guardsBands ? bandingOf(picture, result) : 0,
        colourLoss: colourLossOf(picture, result),
      };
    },
  };
};

const warmUp = (): void => {
  const picture = warmUpPicture();
  for (let round = 0; round < 5; round++) {
    likenessOf(referenceOf(picture), picture);
    colourLossOf(picture, picture);
  }
};

type Prepared = Readonly<{ picture: Raster; reference: Reference }>;

const prepared = (picture: Raster): Prepared => ({ picture, reference: referenceOf(picture) });

/** Pixels of the references that are kept, the last used ones, at about 40 bytes a pixel. */
const keptPixels = 3_000_000;

const dropOldest = (references: Map<string, Prepared>): void => {
  let pixels = 0;
  for (const [path, { picture }] of [...references].toReversed()) {
    pixels += picture.width * picture.height;
    if (pixels > keptPixels) references.delete(path);
  }
};
