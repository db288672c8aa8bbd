import type { Outcome } from '../outcome.ts';

/** One file, compressed with both configurations. */
export type ComparedFile = Readonly<{ old: Outcome; new: Outcome }>;

/** Files of one type with both configurations, and the CPU that each took for all of them. */
export type ComparedClass = Readonly<{
  name: string;
  files: readonly ComparedFile[];
  oldSeconds: number;
  newSeconds: number;
}>;

/** What one configuration gave for the files that both have compressed. Null where nothing was measured. */
export type Side = Readonly<{
  bytes: number;
  /** Mean score, and mean and lowest score of the worst place. */
  score: number | null;
  worstPlace: number | null;
  lowestPlace: number | null;
  cpuSeconds: number;
  failed: number;
}>;

export type ClassRow = Readonly<{ name: string; files: number; old: Side; new: Side }>;

/** A row for each class, and one for all where there are several. */
export const rowsOf = (classes: readonly ComparedClass[]): readonly ClassRow[] => {
  const rows = classes.map(rowOf);
  if (classes.length < 2) return rows;
  const sum = (value: (each: ComparedClass) => number): number =>
    classes.reduce((total, each) => total + value(each), 0);
  const all = {
    name: 'all',
    files: classes.flatMap(({ files }) => files),
    oldSeconds: sum(({ oldSeconds }) => oldSeconds),
    newSeconds: sum(({ newSeconds }) => newSeconds),
  };
  return [...rows, rowOf(all)];
};

const rowOf = ({ name, files, oldSeconds, newSeconds }: ComparedClass): ClassRow => {
  const both = files.filter((file) => !hasFailed(file.old) && !hasFailed(file.new));
  const side = (which: 'old' | 'new', cpuSeconds: number): Side => {
    const outcomes = both.map((file) => file[which]);
    const places = outcomes.flatMap(({ made }) => made?.worstPlace ?? []);
    return {
      bytes: outcomes.reduce((total, { after }) => total + after, 0),
      score: meanOf(outcomes.flatMap(({ made }) => made?.score ?? [])),
      worstPlace: meanOf(places),
      lowestPlace: places.length === 0 ? null : Math.min(...places),
      cpuSeconds,
      failed: files.filter((file) => hasFailed(file[which])).length,
    };
  };
  return {
    ...{ name, files: files.length },
    ...{ old: side('old', oldSeconds), new: side('new', newSeconds) },
  };
};

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const hasFailed = ({ happened }: Outcome): boolean => happened === 'failed';

/** A file with which the new configuration is worse, and why. */
export type Worse = Readonly<{ file: ComparedFile; reasons: readonly string[] }>;

const tolerated = { score: 1, worstPlace: 3, bytes: 1.05 };

/** Files that look worse, are larger, or fail with the new configuration alone; those that lose most score first. */
export const worseOf = (classes: readonly ComparedClass[]): readonly Worse[] =>
  classes
    .flatMap(({ files }) => files)
    .map((file) => ({ file, reasons: reasonsOf(file) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => lossOf(other.file) - lossOf(one.file));

const reasonsOf = (file: ComparedFile): readonly string[] => {
  if (hasFailed(file.new)) {
    return hasFailed(file.old) ? [] : [`It fails: ${file.new.reason ?? 'for no reason'}`];
  }
  if (hasFailed(file.old)) return [];
  const fallen = (name: 'score' | 'worstPlace'): number =>
    (file.old.made?.[name] ?? 0) - (file.new.made?.[name] ?? Infinity);
  const larger = file.new.after / Math.max(1, file.old.after);
  return [
    ...(fallen('score') > tolerated.score
      ? [`Its score is ${fallen('score').toFixed(1)} lower.`]
      : []),
    ...(fallen('worstPlace') > tolerated.worstPlace
      ? [`Its worst place is ${fallen('worstPlace').toFixed(1)} lower.`]
      : []),
    ...(larger > tolerated.bytes ? [`It has ${larger.toFixed(2)} times the bytes.`] : []),
  ];
};

/** A file that fails has lost all. */
const lossOf = (file: ComparedFile): number =>
  (file.old.made?.score ?? 0) - (hasFailed(file.new) ? 0 : (file.new.made?.score ?? 0));
