import type { Rectangle } from '../../../src/image/rectangle.ts';
import { rasterOf, storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { compare, type Comparison } from '../../../src/image/score/comparison.ts';
import * as flatness from '../../../src/image/score/flatness.ts';
import * as tiles from '../../../src/image/score/sample-tiles.ts';
import { testWasm } from './wasm.ts';

const wasm = testWasm();

/** How a result differs from its source, bands looked for. */
export const comparisonOf = (source: Raster, result: Raster): Comparison =>
  compare(wasm, storedRaster(source), storedRaster(result), { looksForBands: true });

export const scoreOf = (source: Raster, result: Raster): number =>
  comparisonOf(source, result).score;

export const bandingOf = (source: Raster, result: Raster): number =>
  comparisonOf(source, result).banding;

export const colourLossOf = (source: Raster, result: Raster): number =>
  comparisonOf(source, result).colourLoss;

export const flatnessOf = (picture: Raster): number =>
  flatness.flatnessOf(wasm, storedRaster(picture));

export const sampleTilesOf = (picture: Raster): readonly Rectangle[] | undefined =>
  tiles.sampleTilesOf(wasm, storedRaster(picture));

/** The tiles side by side. */
export const joinTiles = (picture: Raster, chosen: readonly Rectangle[]): Raster =>
  rasterOf(tiles.joinedTiles(storedRaster(picture), chosen));
