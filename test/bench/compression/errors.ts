import { rowReader, storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { normsIn, writeTables } from '../../../src/image/score/comparison.ts';
import { normCount, planeNames, type Term } from '../../../src/image/score/score.ts';
import { testWasm } from '../../support/image/wasm.ts';

const scaleCount = 6;

/** All terms that can be measured. Colour at full size is left out: fits gave it no weight. */
export const terms: readonly Term[] = [
  { scale: 0, plane: 'luma' },
  ...Array.from({ length: scaleCount - 1 }, (_, index) =>
    planeNames.map((plane) => ({ scale: index + 1, plane })),
  ).flat(),
];

const wasm = testWasm();

/** The errors of a result of an opaque source: the norms of each term. All are 0 for the source itself. */
export const errorsOf = (source: Raster, result: Raster): readonly number[] => {
  wasm.openComparison(source.width, source.height);
  const weights = Array<number>(normCount).fill(1);
  writeTables(
    wasm,
    terms.map((term) => ({ ...term, weights })),
  );
  const readers = [
    rowReader(wasm, storedRaster(source), 0),
    rowReader(wasm, storedRaster(result), 1),
  ];
  for (let y = 0; y < source.height; y++) {
    for (const read of readers) read(y);
    wasm.addErrors(0, false);
  }
  return terms.flatMap((term) => Array.from(normsIn(wasm, source, term)));
};
