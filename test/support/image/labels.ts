import type { Raster } from '../../../src/image/raster.ts';
import { drawing, type Levels } from './drawings.ts';

/** A small label with strokes like letters, two pixels wide, and its colours. */
export const label = { width: 40, height: 12 };
type LabelColours = Readonly<{ plate: Levels; strokes: Levels }>;
export const redOnGrey: LabelColours = { plate: [136, 136, 136], strokes: [208, 0, 0] };

/** The opaque picture with the label at a place; what lies beyond its edges is cut off. */
export const withLabel = (
  picture: Raster,
  [left, top]: readonly [number, number],
  { plate, strokes }: LabelColours = redOnGrey,
): Raster =>
  withDrawing(picture, (x, y) => {
    const [column, row] = [x - left, y - top];
    const isInside = column >= 0 && column < label.width && row >= 0 && row < label.height;
    if (!isInside) return undefined;
    return row >= 2 && row < label.height - 2 && column % 5 < 2 ? strokes : plate;
  });

/** The picture with the colours that `levelsAt` gives for some of its pixels. */
export const withDrawing = (
  picture: Raster,
  levelsAt: (x: number, y: number) => Levels | undefined,
): Raster => {
  const { width, bands, data } = picture;
  return drawing(picture, bands, (x, y) => {
    const at = (y * width + x) * bands;
    return levelsAt(x, y) ?? [...data.subarray(at, at + bands)];
  });
};

/** The picture with another one of as many bands at a place. */
export const withPicture = (
  picture: Raster,
  { width, height, bands, data }: Raster,
  [left, top]: readonly [number, number],
): Raster =>
  withDrawing(picture, (x, y) => {
    const [column, row] = [x - left, y - top];
    if (column < 0 || column >= width || row < 0 || row >= height) return undefined;
    const at = (row * width + column) * bands;
    return [...data.subarray(at, at + bands)];
  });
