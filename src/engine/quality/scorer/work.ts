import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { bytesOf, hasSignature } from '../../../image/bytes.ts';
import { pngSignature } from '../../../image/png/chunks.ts';
import { decodePng, encodePng } from '../../../image/png/pixels.ts';
import { bandingOf } from '../../../image/score/banding.ts';
import { colourLossOf } from '../../../image/score/colour-loss.ts';
import { flatnessOf } from '../../../image/score/flatness.ts';
import { referenceOf, type Reference, scoreOf } from '../../../image/score/score.ts';
import { joinTiles, sampleTilesOf } from '../../../image/score/sample-tiles.ts';
import { parsePixmap, pixmapBytes } from '../../../image/pixmap.ts';
import type { Raster } from '../../../image/raster.ts';
import type { ScorerAnswer, ScorerRequest, Survey } from './protocol.ts';

/** A file of pixels larger than this is not read: with a copy it is most of what the process holds. */
const maxPixelBytes = 200_000_000;

/** Pixels of the references that are kept, the last used ones, at about 40 bytes a pixel. */
const keptPixels = 3_000_000;

/** Where the work on one request is done; remembers the references of the last jobs. */
export const createScorerWork = (): ((request: ScorerRequest) => ScorerAnswer) => {
  const references = new Map<string, Referred>();

  const referredAt = (path: string): Referred => {
    const known = references.get(path) ?? referredTo(readPicture(path));
    references.delete(path);
    references.set(path, known);
    forgetOldest(references);
    return known;
  };

  const answerTo = (request: ScorerRequest): ScorerAnswer => {
    switch (request.kind) {
      case 'survey':
        return { kind: 'survey', survey: surveyOf(request.pixels, request.mosaic) };
      case 'score': {
        const { picture, reference } = referredAt(request.reference);
        const whole = readPicture(request.result);
        const result = request.tiles === undefined ? whole : joinTiles(whole, request.tiles);
        const scores = {
          score: scoreOf(reference, result),
          banding: request.guardsBands ? bandingOf(picture, result) : 0,
          colourLoss: colourLossOf(picture, result),
        };
        return { kind: 'scores', scores };
      }
    }
  };
  return (request) => {
    try {
      return answerTo(request);
    } catch (error) {
      return { kind: 'failed', reason: String(error) };
    }
  };
};

/** The first measurements run uncompiled and would take far longer than later ones: made here, on nothing. */
export const warmUp = (): void => {
  const side = 160;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 37) & 255);
  const picture: Raster = { width: side, height: side, bands: 3, data };
  for (let round = 0; round < 5; round++) {
    scoreOf(referenceOf(picture), picture);
    colourLossOf(picture, picture);
  }
};

type Referred = Readonly<{ picture: Raster; reference: Reference }>;

const forgetOldest = (references: Map<string, Referred>): void => {
  let pixels = 0;
  for (const [path, { picture }] of [...references].toReversed()) {
    pixels += picture.width * picture.height;
    if (pixels > keptPixels) references.delete(path);
  }
};

const referredTo = (picture: Raster): Referred => ({ picture, reference: referenceOf(picture) });

const surveyOf = (path: string, mosaicPath: string): Survey => {
  const whole = readPicture(path);
  const tiles = sampleTilesOf(whole);
  const measured = tiles === undefined ? whole : joinTiles(whole, tiles);
  if (tiles !== undefined) writePicture(mosaicPath, measured);
  return {
    tiles,
    measuredPixels: measured.width * measured.height,
    flatness: flatnessOf(measured),
  };
};

const readPicture = (path: string): Raster => {
  const { size } = statSync(path);
  if (size > maxPixelBytes) throw new Error(`the pixels take ${size} bytes`);
  const bytes = readFileSync(path);
  const isPng = hasSignature(bytesOf(bytes), pngSignature);
  return isPng ? decodePng(bytes, maxPixelBytes) : parsePixmap(bytes);
};

const writePicture = (path: string, picture: Raster): void =>
  writeFileSync(path, path.endsWith('.png') ? encodePng(picture) : pixmapBytes(picture));
