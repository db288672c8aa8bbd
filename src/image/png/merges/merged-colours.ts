import type { Wasm } from '../../wasm/wasm.ts';
import { filteredRowsOf, hasFilters, unpackedRows } from '../filtered-rows.ts';
import { palettePng } from '../pixels.ts';
import {
  errorOf,
  errorShares,
  levelsOf,
  type MarkedRows,
  markedRows,
  rowStart,
} from '../repeats/errors.ts';
import { type Cluster, clustersOf, type ColourUse } from './clusters.ts';

/**
 * A PNG with a palette of fewer colours that looks like this one: colours that are alike become one, where the
 * bits of the palette and of the indices that it saves outweigh the errors, at `coarseness` squared levels a bit.
 * Errors count less where the picture is busy, such as on the soft edge of a letter. Undefined for kinds that it
 * does not read: without a palette, with filters, interlaced, or of more than `maxPixelBytes` at 4 bytes a pixel.
 * @throws ServiceError `decode_failed` for a damaged PNG, and for kinds that only sources are; RangeError where the memory
 * of the pixel loops does not suffice.
 */
export const withMergedColours = (
  wasm: Wasm,
  bytes: Uint8Array,
  coarseness: number,
): Uint8Array | undefined => {
  const picture = filteredRowsOf(bytes);
  const { width, height, palette } = picture;
  if (palette === undefined || hasFilters(picture)) return undefined;
  const rows = unpackedRows(picture);
  const stride = width + 1;
  const wanted = markedRows(rows, stride);
  const use = useOf(wasm, { wanted, stride, height, levels: levelsOf(palette) });
  // Colours with alpha come first, since the alpha of the others is left out.
  const clusters = clustersOf(use, coarseness).toSorted(
    (one, other) => one.levels[3]! - other.levels[3]!,
  );
  const indices = nearestOf(use, clusters);
  const merged = rows.map((index) => indices[index]!);
  for (let at = 0; at < merged.length; at += stride) merged[at] = 0;
  return palettePng(picture, paletteOf(clusters), merged);
};

const useOf = (wasm: Wasm, picture: MarkedRows): ColourUse => {
  const { wanted, levels } = picture;
  const shares = errorShares(wasm, picture);
  const counts = new Float64Array(rowStart);
  const weights = new Float64Array(rowStart);
  for (let at = 0; at < wanted.length; at++) {
    const index = wanted[at]!;
    if (index === rowStart) continue;
    counts[index]! += 1;
    weights[index]! += shares[at]!;
  }
  return { levels, counts, weights };
};

/** For each colour the cluster that is most like it, which is not always its own. */
const nearestOf = (
  { levels, counts }: ColourUse,
  clusters: readonly Cluster[],
): readonly number[] =>
  Array.from(counts, (count, colour) => {
    let nearest = 0;
    let least = Infinity;
    for (const [index, cluster] of count === 0 ? [] : clusters.entries()) {
      const error = errorOf(levels, colour, cluster.levels, 0);
      if (error >= least) continue;
      nearest = index;
      least = error;
    }
    return nearest;
  });

const paletteOf = (clusters: readonly Cluster[]): Uint8Array => {
  const palette = new Uint8Array(clusters.length * 4);
  for (const [index, { levels }] of clusters.entries()) {
    const alpha = Math.round(levels[3]!);
    palette[index * 4 + 3] = alpha;
    for (let band = 0; band < 3 && alpha > 0; band++) {
      palette[index * 4 + band] = Math.min(255, Math.round((levels[band]! * 255) / levels[3]!));
    }
  }
  return palette;
};
