import { maxColours } from '../palette.ts';
import { errorOf } from '../repeats/errors.ts';
import { between, clear, kindOf, opaque } from './kinds.ts';

/** The pixels that have one colour of a palette and one kind of alpha in their source. */
export type Group = Readonly<{
  /** Its place in the palette. */
  colour: number;
  kind: number;
  count: number;
  /** Of their source: red, green and blue, multiplied by alpha, and alpha. */
  means: Float64Array;
}>;

/** A colour of the palette that is made, in levels like those of `levelsOf`. */
export type Entry = Readonly<{
  levels: Float64Array;
  /** Pixels that are known to have it. */
  count: number;
  /** Its place in the palette that was there; undefined for a new one. */
  colour?: number;
}>;

/** Whether pixels of a kind may have a colour. Those between the ends may have any: how it looks is measured. */
export const isAtHome = ({ colour, kind }: Group, levels: Float64Array): boolean =>
  kind === between || kindOf(levels[colour * 4 + 3]!) === kind;

/** The colours of a palette, of which those that are nearly clear or opaque are so where most of their pixels are. */
export const snappedLevels = (groups: readonly Group[], levels: Float64Array): Float64Array => {
  const snapped = Float64Array.from(levels);
  for (const { colour, kind, count } of groups) {
    const own = colour * 4;
    const alpha = levels[own + 3]!;
    const others = groups.filter((other) => other.colour === colour && other.kind !== kind);
    if (others.some((other) => other.count > count)) continue;
    if (kind === clear && alpha <= nearEnd) snapped.fill(0, own, own + 4);
    if (kind !== opaque || alpha < 255 - nearEnd) continue;
    for (let band = 0; band < 4; band++) snapped[own + band]! *= 255 / alpha;
  }
  return snapped;
};

/** In levels. The pixels of such a colour that are neither clear nor opaque become so: that is not seen. */
const nearEnd = 4;

/**
 * The colours among which all pixels find one of their kind, at most `maxColours`: those of the palette that suit some
 * of their pixels, and new ones for the groups that would lose most with these.
 */
export const entriesOf = (groups: readonly Group[], levels: Float64Array): readonly Entry[] => {
  const entries = homesOf(groups, levels);
  const homeless = groups.filter((group) => !isAtHome(group, levels));
  const errors = new Map(homeless.map((group) => [group, nearestError(group.means, entries)]));
  while (errors.size > 0) {
    const [group, error] = mostLosing(errors);
    errors.delete(group);
    if (error <= likeError || (entries.length >= maxColours && error < Infinity)) continue;
    // No colour of a full palette is of this kind.
    if (entries.length >= maxColours) removeLeast(entries);
    entries.push({ levels: group.means, count: group.count });
    for (const [other, known] of errors) {
      errors.set(other, Math.min(known, errorOf(other.means, 0, group.means, 0)));
    }
  }
  return entries;
};

/** In squared levels: colours that look the same. */
const likeError = 4;

const homesOf = (groups: readonly Group[], levels: Float64Array): Entry[] => {
  const homes = new Map<number, Entry>();
  for (const group of groups) {
    if (!isAtHome(group, levels)) continue;
    const { colour } = group;
    const count = (homes.get(colour)?.count ?? 0) + group.count;
    homes.set(colour, { colour, count, levels: levels.slice(colour * 4, colour * 4 + 4) });
  }
  return [...homes.values()];
};

const mostLosing = (errors: ReadonlyMap<Group, number>): readonly [Group, number] =>
  [...errors].reduce((most, one) => (one[0].count * one[1] > most[0].count * most[1] ? one : most));

const removeLeast = (entries: Entry[]): void => {
  const losses = entries.map(
    ({ levels, count }, index) => count * nearestError(levels, entries.toSpliced(index, 1)),
  );
  entries.splice(losses.indexOf(Math.min(...losses)), 1);
};

/** The place of the entry that is most like a colour of its own kind; -1 where there is none. */
export const nearestEntry = (levels: Float64Array, entries: readonly Entry[]): number => {
  let nearest = -1;
  let least = Infinity;
  for (const [index, entry] of entries.entries()) {
    const error = errorOf(levels, 0, entry.levels, 0);
    if (error < least) [nearest, least] = [index, error];
  }
  return nearest;
};

const nearestError = (levels: Float64Array, entries: readonly Entry[]): number => {
  const nearest = entries[nearestEntry(levels, entries)];
  return nearest === undefined ? Infinity : errorOf(levels, 0, nearest.levels, 0);
};
