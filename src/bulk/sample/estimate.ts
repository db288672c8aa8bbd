/** Files that are alike, and what was measured on some of them. */
type MeasuredStratum = Readonly<{
  files: number;
  bytes: number;
  measured: readonly Readonly<{ before: number; after: number; milliseconds: number }>[];
}>;

export type Estimate = Readonly<{
  files: number;
  bytes: number;
  measured: number;
  /** Bytes that all files would lose, and the ends of an interval that has the true number with 95 %. */
  saved: number;
  savedLow: number;
  savedHigh: number;
  /** Time that the work of all files takes, one after the other. */
  milliseconds: number;
}>;

/**
 * What compressing all files would save, by the ratio of saved bytes in each stratum (Cochran, Sampling Techniques, 3rd
 * edition, 6.10: separate ratio estimate) and Student's t.
 */
export const estimateOf = (strata: readonly MeasuredStratum[]): Estimate => {
  const found = strata.filter(({ measured }) => measured.length > 0);
  const sum = (value: (stratum: MeasuredStratum) => number): number =>
    found.reduce((total, stratum) => total + value(stratum), 0);
  const bytes = sum((stratum) => stratum.bytes);
  const saved = sum((stratum) => ratioOf(stratum) * stratum.bytes);
  const freedom = sum(({ measured }) => measured.length - 1);
  const error = freedom > 0 ? studentT(freedom) * Math.sqrt(sum(varianceOf)) : bytes;
  const isComplete = found.every(({ files, measured }) => files === measured.length);
  const half = isComplete ? 0 : error;
  return {
    files: sum(({ files }) => files),
    bytes,
    measured: sum(({ measured }) => measured.length),
    saved,
    savedLow: Math.max(saved - half, 0),
    savedHigh: Math.min(saved + half, bytes),
    milliseconds: sum(
      ({ files, measured }) => files * meanOf(measured, (each) => each.milliseconds),
    ),
  };
};

type Measured = MeasuredStratum['measured'];

const meanOf = (measured: Measured, value: (each: Measured[number]) => number): number =>
  measured.reduce((total, each) => total + value(each), 0) / measured.length;

const savedOf = ({ before, after }: Measured[number]): number => before - after;

/** Saved bytes for each byte. */
const ratioOf = ({ measured }: MeasuredStratum): number =>
  meanOf(measured, savedOf) / (meanOf(measured, ({ before }) => before) || 1);

/** Variance of the saved bytes of a stratum, by what its files deviate from the ratio. */
const varianceOf = (stratum: MeasuredStratum): number => {
  const { files, measured } = stratum;
  const count = measured.length;
  if (count < 2) return 0;
  const ratio = ratioOf(stratum);
  const squares = measured.map((each) => (savedOf(each) - ratio * each.before) ** 2);
  const deviation = squares.reduce((total, square) => total + square, 0) / (count - 1);
  return (files ** 2 * (1 - count / files) * deviation) / count;
};

/** The quantile of Student's t for an interval of 95 % (Abramowitz and Stegun, 26.7.5). */
export const studentT = (freedom: number): number => {
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
};
