import { extensionOf, type RawPath } from '../raw-path.ts';

/** Files that are alike: of one type and of about the same length. Some of them stand for all. */
export type Stratum<File> = Readonly<{
  /** Number and bytes of all its files. */
  files: number;
  bytes: number;
  sample: readonly File[];
}>;

type Reservoir<File> = { files: number; bytes: number; held: File[] };

/**
 * Draws a random sample of files that are seen once, however many there are. Each of a stratum is as likely to be
 * drawn. Strata with more bytes give more files. `random` gives numbers from 0 to below 1.
 */
export const createSampler = <File>(size: number, random: () => number = Math.random) => {
  const reservoirs = new Map<string, Reservoir<File>>();

  /** Algorithm R: the files that are held are a random sample of all so far, in random order of their places. */
  const add = (file: File, path: RawPath, bytes: number): void => {
    const key = `${typeOf(path)} ${sizeClassOf(bytes)}`;
    const reservoir = reservoirs.get(key) ?? { files: 0, bytes: 0, held: [] };
    reservoirs.set(key, reservoir);
    reservoir.files += 1;
    reservoir.bytes += bytes;
    if (reservoir.held.length < size) reservoir.held.push(file);
    else {
      const place = Math.floor(random() * reservoir.files);
      if (place < size) reservoir.held[place] = file;
    }
  };

  /** The strata with at most `size` files in all their samples, at least two in each where it has as many. */
  const strata = (): readonly Stratum<File>[] => {
    const groups = grouped([...reservoirs.values()], size);
    const counts = countsOf(groups.map(sumOf), size);
    return groups.map((group, index) => {
      const { files, bytes } = sumOf(group);
      return { files, bytes, sample: drawn(group, counts[index] ?? 0, random) };
    });
  };
  return { add, strata };
};

const typeOf = (path: RawPath): string => extensionOf(path).replace('jpeg', 'jpg');

const sizeLimits = [10e3, 30e3, 100e3, 300e3, 1e6, 3e6];

const sizeClassOf = (bytes: number): number => sizeLimits.filter((limit) => bytes >= limit).length;

type Group<File> = readonly Reservoir<File>[];
type Sum = Readonly<{ files: number; bytes: number }>;

const sumOf = (group: Group<unknown>): Sum => ({
  files: group.reduce((sum, { files }) => sum + files, 0),
  bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Those with the fewest bytes are put together until each can give two files. */
const grouped = <File>(
  reservoirs: readonly Reservoir<File>[],
  size: number,
): readonly Group<File>[] => {
  const groups = reservoirs
    .toSorted((one, other) => other.bytes - one.bytes)
    .map((reservoir): Group<File> => [reservoir]);
  while (groups.length > 1 && 2 * groups.length > size) {
    const [last = [], next = []] = [groups.pop(), groups.pop()];
    groups.push([...next, ...last]);
    groups.sort((one, other) => sumOf(other).bytes - sumOf(one).bytes);
  }
  return groups;
};

/** How many files each group gives: two, and the others by their bytes. */
const countsOf = (sums: readonly Sum[], size: number): readonly number[] => {
  const counts = sums.map(({ files }) => Math.min(2, files, size));
  const mayGive = (index: number): boolean => (counts[index] ?? 0) < (sums[index]?.files ?? 0);
  for (let left = size - counts.reduce((sum, count) => sum + count, 0); left > 0; left -= 1) {
    // The one that has most bytes for each of its files.
    const next = sums
      .map(({ bytes }, index) => ({ index, share: bytes / (counts[index] ?? 1) }))
      .filter(({ index }) => mayGive(index))
      .toSorted((one, other) => other.share - one.share)[0];
    if (next === undefined) break;
    counts[next.index] = (counts[next.index] ?? 0) + 1;
  }
  return counts;
};

/** A random sample of a group, from those of its parts. */
const drawn = <File>(group: Group<File>, count: number, random: () => number): readonly File[] => {
  const parts = group.map(({ files, held }) => ({ left: files, held: [...held] }));
  return Array.from({ length: count }, () => {
    let place = random() * parts.reduce((sum, { left }) => sum + left, 0);
    const part = parts.find(({ left }) => (place -= left) < 0) ?? parts[0];
    if (part === undefined) return [];
    part.left -= 1;
    return part.held.splice(Math.floor(random() * part.held.length), 1);
  }).flat();
};
