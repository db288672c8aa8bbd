import { encodePng } from '../../../src/image/png/pixels.ts';
import { alphaAt, type Raster } from '../../../src/image/raster.ts';
import { randomNumbers } from '../random.ts';
import { drawing } from './drawings.ts';

/** Pixels that are clear or opaque in `source` and not so in `result`, which has the same size. */
export const changedEnds = (source: Raster, result: Raster): number => {
  let changed = 0;
  for (let position = 0; position < source.width * source.height; position++) {
    const alpha = alphaAt(source, position);
    if ((alpha === 0 || alpha === 255) && alphaAt(result, position) !== alpha) changed += 1;
  }
  return changed;
};

/** Waves of alpha over soft colours, of which a palette of pngquant alone keeps neither all clear nor all opaque pixels. */
export const waves = (): Raster => {
  const noise = randomNumbers(7);
  return drawing({ width: 160, height: 120 }, 4, (x, y) => {
    const alpha = Math.round(260 * Math.sin(y / 9) ** 2 + (x % 3));
    return [x + noise(5), y * 2 + noise(5), 90, Math.min(255, alpha)];
  });
};

export const wavesPng = (): Buffer => Buffer.from(encodePng(waves()));
