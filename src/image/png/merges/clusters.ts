import { errorOf } from '../repeats/errors.ts';

/** The colours of a palette: how many pixels have each, and how much errors in these count in all. */
export type ColourUse = Readonly<{
  /** Four numbers each, as `levelsOf` gives them. */
  levels: Float64Array;
  counts: Float64Array;
  weights: Float64Array;
}>;

/** Colours that become one. */
export type Cluster = {
  /** The mean of its colours, by their weights. */
  readonly levels: Float64Array;
  count: number;
  weight: number;
  readonly colours: number[];
};

/**
 * Joins the used colours of a palette, two at a time, as long as the bits that it saves outweigh the errors, at
 * `coarseness` squared levels a bit. No colour changes by more than `mostError`.
 */
export const clustersOf = (use: ColourUse, coarseness: number): readonly Cluster[] => {
  let clusters = singles(use);
  const total = use.counts.reduce((sum, count) => sum + count, 0);
  const gainOf = (one: Cluster, other: Cluster): number =>
    savedBits(one, other, total) - errorOfJoined(use, one, other) / coarseness;
  const partners = new Map<Cluster, Partner>();
  for (;;) {
    for (const one of clusters) {
      if (!partners.has(one)) partners.set(one, partnerOf(one, clusters, gainOf));
    }
    const best = clusters.reduce<Cluster | undefined>((most, one) => {
      const { gain } = partners.get(one)!;
      return gain > 0 && (most === undefined || gain > partners.get(most)!.gain) ? one : most;
    }, undefined);
    const other = best && partners.get(best)!.other;
    if (best === undefined || other === undefined) return clusters;
    const made = joined(best, other);
    clusters = [...clusters.filter((one) => one !== best && one !== other), made];
    for (const one of clusters) {
      const partner = partners.get(one);
      if (partner === undefined) continue;
      const gain = gainOf(one, made);
      if (partner.other === best || partner.other === other) partners.delete(one);
      else if (gain > partner.gain) partners.set(one, { gain, other: made });
    }
  }
};

/** In squared levels, about 30 levels of green: no dot or line vanishes, and soft edges get no specks of other colours. */
const mostError = 900;

/** The cluster that saves most when it is joined with another one. */
type Partner = Readonly<{ gain: number; other: Cluster | undefined }>;

const partnerOf = (
  one: Cluster,
  clusters: readonly Cluster[],
  gainOf: (one: Cluster, other: Cluster) => number,
): Partner => {
  let best: Partner = { gain: -Infinity, other: undefined };
  for (const other of clusters) {
    if (other === one) continue;
    const gain = gainOf(one, other);
    if (gain > best.gain) best = { gain, other };
  }
  return best;
};

const singles = ({ levels, counts, weights }: ColourUse): readonly Cluster[] => {
  const clusters: Cluster[] = [];
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const own = levels.slice(index * 4, index * 4 + 4);
    clusters.push({ levels: own, count, weight: weights[index]!, colours: [index] });
  }
  return clusters;
};

const joined = (one: Cluster, other: Cluster): Cluster => ({
  levels: meanOf(one, other),
  count: one.count + other.count,
  weight: one.weight + other.weight,
  colours: [...one.colours, ...other.colours],
});

const meanOf = (one: Cluster, other: Cluster): Float64Array =>
  one.levels.map(
    (level, band) =>
      (level * one.weight + other.levels[band]! * other.weight) / (one.weight + other.weight),
  );

/** Infinity where a colour would change too much. */
const errorOfJoined = ({ levels }: ColourUse, one: Cluster, other: Cluster): number => {
  const mean = meanOf(one, other);
  for (const { colours } of [one, other]) {
    for (const colour of colours) {
      if (errorOf(levels, colour, mean, 0) > mostError) return Infinity;
    }
  }
  return (
    errorOf(one.levels, 0, mean, 0) * one.weight + errorOf(other.levels, 0, mean, 0) * other.weight
  );
};

/** Of the palette, and of the indices, of which deflate stores part as repetitions. */
const savedBits = (one: Cluster, other: Cluster, total: number): number => {
  const bitsOf = (count: number): number => -count * Math.log2(count / total);
  const saved = bitsOf(one.count) + bitsOf(other.count) - bitsOf(one.count + other.count);
  return entryBits + literalShare * saved;
};

/** Red, green, blue and alpha, none of which are compressed. */
const entryBits = 32;

const literalShare = 0.6;
