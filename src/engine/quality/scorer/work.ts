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

/** Answers one request; keeps the references of the last jobs in memory. */
export const createScorerWork = (): ((request: ScorerRequest) => ScorerAnswer) => {
  const references = new Map<string, Prepared>();

  const preparedAt = (path: string): Prepared => {
    const known = references.get(path) ?? prepared(readPicture(path));
    references.delete(path);
    references.set(path, known);
    dropOldest(references);
    return known;
  };

  const answerTo = (request: ScorerRequest): ScorerAnswer => {
    switch (request.kind) {
      case 'survey':
        return { kind: 'survey', survey: surveyOf(request.pixels, request.sample) };
      case 'score': {
        const { picture, reference } = preparedAt(request.reference);
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

/** Measures a made-up picture, since the first measurements run uncompiled and take far longer than later ones. */
export const warmUp = (): void => {
  const side = 160;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 37) & 255);
  const picture: Raster = { width: side, height: side, bands: 3, data };
  for (let round = 0; round < 5; round++) {
    scoreOf(referenceOf(picture), picture);
    colourLossOf(picture, picture);
  }
};

type Prepared = Readonly<{ picture: Raster; reference: Reference }>;

/** Pixels of the references that are kept, the last used ones, at about 40 bytes a pixel. */
const keptPixels = 3_000_000;

const dropOldest = (references: Map<string, Prepared>): void => {
  let pixels = 0;
  for (const [path, { picture }] of [...references].toReversed()) {
    pixels += picture.width * picture.height;
    if (pixels > keptPixels) references.delete(path);
  }
};

const prepared = (picture: Raster): Prepared => ({ picture, reference: referenceOf(picture) });

const surveyOf = (path: string, samplePath: string): Survey => {
  const whole = readPicture(path);
  const tiles = sampleTilesOf(whole);
  const measured = tiles === undefined ? whole : joinTiles(whole, tiles);
  if (tiles !== undefined) writePicture(samplePath, measured);
  return {
    tiles,
    measuredPixels: measured.width * measured.height,
    flatness: flatnessOf(measured),
  };
};

/** A larger file of pixels is not read: with a copy it is most of the memory of the process. */
const maxPixelBytes = 200_000_000;

const readPicture = (path: string): Raster => {
  const { size } = statSync(path);
  if (size > maxPixelBytes) throw new Error(`the pixels take ${size} bytes`);
  const bytes = readFileSync(path);
  const isPng = hasSignature(bytesOf(bytes), pngSignature);
  return isPng ? decodePng(bytes, maxPixelBytes) : parsePixmap(bytes);
};

const writePicture = (path: string, picture: Raster): void =>
  writeFileSync(path, path.endsWith('.png') ? encodePng(picture) : pixmapBytes(picture));
