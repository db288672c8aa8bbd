import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Rectangle } from '../image/geometry.ts';
import { decodePng, encodePng } from '../image/png/pixels.ts';
import { bandingOf } from '../image/quality/banding.ts';
import { colourLossOf } from '../image/quality/colour-loss.ts';
import { flatnessOf } from '../image/quality/flatness.ts';
import { referenceOf, type Reference, scoreOf } from '../image/quality/metric.ts';
import { mosaicOf, mosaicTiles } from '../image/quality/mosaic.ts';
import { isTransparent, parsePixmap, pixmapBytes, type Picture } from '../image/quality/pixmap.ts';

/** What the scoring process is asked: files are named by their paths, pixels never cross. */
export type ScorerRequest =
  | Readonly<{ kind: 'survey'; pixels: string; mosaic: string }>
  | Readonly<{
      kind: 'score';
      /** What `survey` measured: the mosaic, or all pixels. */
      reference: string;
      result: string;
      /** Where the mosaic's tiles lie, when `result` is a whole picture and `reference` a mosaic. */
      tiles: readonly Rectangle[] | undefined;
      family: Family;
    }>;

/** What made a result: palettes make bands. */
export type Family = 'jpeg' | 'webp' | 'png';

/** What is known of a picture's pixels. */
export type Survey = Readonly<{
  /** The tiles of the mosaic, which was written; undefined for a picture to be measured whole. */
  tiles?: readonly Rectangle[] | undefined;
  /** Pixels of what is measured. */
  measuredPixels: number;
  flatness: number;
  isTransparent: boolean;
}>;

export type Scores = Readonly<{ score: number; banding: number; colourLoss: number }>;

/** The answer to a request, kept small. */
export type ScorerAnswer =
  | Readonly<{ kind: 'survey'; survey: Survey }>
  | Readonly<{ kind: 'scores'; scores: Scores }>
  | Readonly<{ kind: 'failed'; reason: string }>;

/** A file of pixels larger than this is not read: with a copy it is most of what the process holds. */
export const maxPixelBytes = 200_000_000;

/** References kept, the last used ones; each is 30 bytes a pixel of at most about a megapixel. */
const keptReferences = 3;

/** Where the work on one request is done; remembers the references of the last jobs. */
export const createScorerWork = (): ((request: ScorerRequest) => ScorerAnswer) => {
  const references = new Map<string, Referred>();

  const referredAt = (path: string): Referred => {
    const known = references.get(path) ?? referredTo(readPicture(path));
    references.delete(path);
    references.set(path, known);
    for (const oldest of [...references.keys()].slice(0, -keptReferences))
      references.delete(oldest);
    return known;
  };

  const answerTo = (request: ScorerRequest): ScorerAnswer => {
    switch (request.kind) {
      case 'survey':
        return { kind: 'survey', survey: surveyOf(request.pixels, request.mosaic) };
      case 'score': {
        const { picture, reference } = referredAt(request.reference);
        const whole = readPicture(request.result);
        const result = request.tiles === undefined ? whole : mosaicOf(whole, request.tiles);
        const scores = {
          score: scoreOf(reference, result),
          banding: request.family === 'png' ? bandingOf(picture, result) : 0,
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

type Referred = Readonly<{ picture: Picture; reference: Reference }>;

const referredTo = (picture: Picture): Referred => ({ picture, reference: referenceOf(picture) });

const surveyOf = (path: string, mosaicPath: string): Survey => {
  const whole = readPicture(path);
  const tiles = mosaicTiles(whole);
  const measured = tiles === undefined ? whole : mosaicOf(whole, tiles);
  const isSeeThrough = isTransparent(whole);
  if (tiles !== undefined) writePicture(mosaicPath, measured);
  return {
    tiles,
    measuredPixels: measured.width * measured.height,
    flatness: flatnessOf(measured),
    isTransparent: isSeeThrough,
  };
};

const isPng = (path: string): boolean => path.endsWith('.png');

const readPicture = (path: string): Picture => {
  const { size } = statSync(path);
  if (size > maxPixelBytes) throw new Error(`the pixels take ${size} bytes`);
  const bytes = readFileSync(path);
  return isPng(path) ? decodePng(bytes) : parsePixmap(bytes);
};

const writePicture = (path: string, picture: Picture): void =>
  writeFileSync(path, isPng(path) ? encodePng(picture) : pixmapBytes(picture));
