/** Shape of one table: the step grows with the frequency's distance from the flat one. */
type Curve = Readonly<{ factor: number; slope: number; exponent: number; flat: number }>;

/**
 * Curves fitted so that, at an equal SSIMULACRA2 score, mozjpeg's files come out smallest:
 * `step(u, v) = scale * factor * (1 + slope * hypot(u, v) ^ exponent)`, and `flat` times that for the
 * flat frequency u = v = 0.
 */
const luma: Curve = { factor: 1, slope: 0.739, exponent: 1.156, flat: 1.261 };
const blueChroma: Curve = { factor: 1.185, slope: 0.349, exponent: 1.425, flat: 1 };
const redChroma: Curve = { factor: 1.284, slope: 0.439, exponent: 0.977, flat: 1 };

/**
 * The three quantisation tables (Y, Cb, Cr) of one coarseness, 64 steps each in row order, 1 to 255.
 * `scale` takes the place of a quality: 1 is the finest, about 3 is high, 5 medium-high.
 */
export const quantisationTables = (scale: number): readonly (readonly number[])[] =>
  [luma, blueChroma, redChroma].map((curve) =>
    Array.from({ length: 64 }, (_, index) => stepOf(curve, scale, index & 7, index >> 3)),
  );

const stepOf = (curve: Curve, scale: number, u: number, v: number): number => {
  const flat = u === 0 && v === 0 ? curve.flat : 1;
  const step = scale * curve.factor * flat * (1 + curve.slope * Math.hypot(u, v) ** curve.exponent);
  return Math.max(1, Math.min(255, Math.round(step)));
};

/** The tables as text, one a line, as cjpeg's option -qtables reads them (mozjpeg, wizard.txt). */
export const qtablesText = (scale: number): string =>
  `${quantisationTables(scale)
    .map((table) => table.join(' '))
    .join('\n')}\n`;

/**
 * Whether a JPEG's tables are ours at some scale. Such a file is our own result; encoding it again
 * would lose again. The largest step tells the scale but for its rounding, so the scales that round to
 * it are tried. Steps cut off at 255 (scales over 22) are not recognised.
 */
export const areOurTables = (tables: readonly (readonly number[])[]): boolean => {
  const [first] = tables;
  if (first === undefined || tables.length > 3 || first.length !== 64) return false;
  const unit = unroundedAtScaleOne(first.length - 1);
  const largest = Math.max(...first);
  const lowest = (largest - 0.5) / unit;
  const highest = (largest + 0.5) / unit;
  for (let scale = lowest; scale <= highest; scale += (highest - lowest) / 200) {
    const ours = quantisationTables(scale);
    if (tables.every((table, id) => sameSteps(table, ours[id] ?? []))) return true;
  }
  return false;
};

const unroundedAtScaleOne = (index: number): number =>
  luma.factor * (1 + luma.slope * Math.hypot(index & 7, index >> 3) ** luma.exponent);

const sameSteps = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((step, index) => step === right[index]);
