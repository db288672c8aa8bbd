import { deflatedPng } from '../../image/png/deflate/deflated-png.ts';
import type { Wasm } from '../../image/wasm/wasm.ts';
import { hasTransparency, rasterOf, storedRaster } from '../../image/wasm/stored-pixels.ts';
import { withExactEnds } from '../../image/png/ends/exact-ends.ts';
import { isLossyPngSource, lossyPng } from '../../image/png/lossy.ts';
import { withMergedColours } from '../../image/png/merges/merged-colours.ts';
import { withRepeatedColours } from '../../image/png/repeats/colours.ts';
import { shadowOf } from '../../image/png/shadow/shadow.ts';
import { hasSoftAlpha } from '../../image/png/shadow/soft-alpha.ts';
import { withShadow } from '../../image/png/shadow/with-shadow.ts';
import { withoutShadow } from '../../image/png/shadow/without-shadow.ts';
import { storedPng } from '../../image/png/stored-png.ts';
import { compare } from '../../image/score/comparison.ts';
import { pixelBanding } from '../../image/score/pixel-error.ts';
import { fineColourOf } from '../../image/score/fine-colour.ts';
import { hasFewColours } from '../../image/score/few-colours.ts';
import { flatnessOf, isDrawn, isSmooth } from '../../image/score/flatness.ts';
import { brightnessOf } from '../../image/score/brightness.ts';
import { planesOf } from '../../image/planes/planes.ts';
import { joinedTiles, sampleTilesOf } from '../../image/score/sample-tiles.ts';
import { writePlainFile } from '../../plain-files.ts';
import { createPictureFiles } from './picture-files.ts';
import type { DerivedFile, ScorerWork } from './protocol.ts';
import { warmUpPicture } from './warm-up-picture.ts';
import { bytesIn, writePicture } from './whole-pictures.ts';

/** Measures pictures by the pixel loops, row by row. */
export const createPixelWork = (wasm: Wasm): Omit<ScorerWork, 'thumb'> => {
  const files = createPictureFiles(wasm);
  const picture = storedRaster(warmUpPicture());
  for (let round = 0; round < 3; round++) compare(wasm, picture, picture, { looksForBands: true });
  /** Undefined for a source of a kind from which the file is not derived, or which it would not change. */
  const derivedBytes = (source: string, derived: DerivedFile): Uint8Array | undefined => {
    switch (derived.kind) {
      case 'lossy-png':
        return isLossyPngSource(files.bytesOf(source))
          ? files.use(source, 0, (pixels, memory) =>
              lossyPng(wasm, pixels, derived.quality, memory),
            )
          : undefined;
      case 'without-shadow':
        return files.use(source, 0, (pixels) => withoutShadow(pixels, derived.shadow));
      case 'planes':
        return files.use(source, 0, (pixels) => planesOf(wasm, rasterOf(pixels)));
      case 'repeated-colours':
        return withRepeatedColours(wasm, bytesIn(source), derived.coarseness);
      case 'merged-colours':
        return withMergedColours(wasm, bytesIn(source), derived.coarseness);
      case 'exact-ends':
        return files.use(derived.pixels, 0, (pixels) =>
          withExactEnds(storedPng(wasm, bytesIn(source)), pixels)?.png(),
        );
      case 'deflated-png':
        return deflatedPng(wasm, bytesIn(source));
    }
  };

  return {
    isTransparent: ({ pixels }) => files.use(pixels, 0, (whole) => hasTransparency(wasm, whole)),
    survey: ({ pixels, sample: samplePath }) =>
      files.use(pixels, 0, (whole) => {
        const tiles = sampleTilesOf(wasm, whole);
        const sample = tiles && rasterOf(joinedTiles(whole, tiles));
        if (sample !== undefined) writePicture(samplePath, sample);
        const measured = sample === undefined ? whole : storedRaster(sample);
        const flatness = flatnessOf(wasm, measured);
        const isSoft = hasSoftAlpha(whole);
        return {
          tiles,
          measuredPixels: measured.width * measured.height,
          flatness,
          hasFewColours: !isDrawn(flatness) && hasFewColours(whole),
          isTransparent: hasTransparency(wasm, whole),
          isSmooth: isSmooth(whole),
          hasSoftAlpha: isSoft,
          shadow: isSoft ? shadowOf(whole) : undefined,
          fineColour: fineColourOf(wasm, whole),
          brightness: brightnessOf(whole),
        };
      }),
    make: ({ source, result, derived }) => {
      const bytes = derivedBytes(source, derived);
      if (bytes !== undefined) writePlainFile(result, bytes);
      return bytes !== undefined;
    },
    score: ({ reference, result, tiles, looksForBands, looksAtEachPixel, restoresEnds, shadow }) =>
      files.use(reference, 0, (source) =>
        files.use(result, 1, (made) => {
          const exact = restoresEnds === true ? () => withExactEnds(made, source) : undefined;
          const written = shadow ? withShadow(made, source, shadow) : exact?.();
          if (written !== undefined) writePlainFile(result, written.png());
          const whole = written ?? made;
          const measured = tiles === undefined ? whole : joinedTiles(whole, tiles);
          const scores = compare(wasm, source, measured, { looksForBands });
          if (!looksAtEachPixel) return scores;
          const ofPixels = pixelBanding(rasterOf(source), rasterOf(measured));
          return { ...scores, banding: Math.max(scores.banding, ofPixels) };
        }),
      ),
  };
};
