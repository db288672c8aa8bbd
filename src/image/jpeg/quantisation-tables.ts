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
const curves: readonly Curve[] = [luma, blueChroma, redChroma];

/**
 * The three quantisation tables (Y, Cb, Cr) of one coarseness, 64 steps each in row order, 1 to 255.
 * `scale` takes the place of a quality: 1 is the finest, about 3 is high, 5 medium-high.
 */
export const quantisationTables = (scale: number): readonly (readonly number[])[] =>
  curves.map((curve) =>
    Array.from({ length: 64 }, (_, index) => stepOf(curve, scale, index & 7, index >> 3)),
  );

const largestStep = 255;

const stepOf = (curve: Curve, scale: number, u: number, v: number): number =>
  Math.max(1, Math.min(largestStep, Math.round(scale * unitOf(curve, u, v))));

/** The step at scale 1, before rounding. */
const unitOf = ({ factor, slope, exponent, flat }: Curve, u: number, v: number): number =>
  factor * (u === 0 && v === 0 ? flat : 1) * (1 + slope * Math.hypot(u, v) ** exponent);

/** The tables as text, one a line, as cjpeg's option -qtables reads them (mozjpeg, wizard.txt). */
export const qtablesText = (scale: number): string =>
  `${quantisationTables(scale)
    .map((table) => table.join(' '))
    .join('\n')}\n`;

type Range = Readonly<{ from: number; to: number }>;

/** Scales outside are not told from other encoders' tables: theirs too are all 1 or all 255 at the ends. */
const recognisedScales: Range = { from: 0.25, to: 100 };

/**
 * Whether a JPEG's tables (Y, Cb, Cr, or Y alone) are ours at some scale from 0.25 to 100. Such a file
 * is our own result; encoding it again would lose again. Each step is what a small range of scales
 * rounds to, and the tables are ours where all these ranges have a scale in common.
 */
export const areOurTables = (tables: readonly (readonly number[])[]): boolean => {
  if (tables.length === 0 || tables.some(({ length }) => length !== 64)) return false;
  const ranges = tables.flatMap((table, id) =>
    table.map((step, index) => scalesOf(step, curves[id], index)),
  );
  const from = Math.max(recognisedScales.from, ...ranges.map((range) => range.from));
  const to = Math.min(recognisedScales.to, ...ranges.map((range) => range.to));
  return from <= to;
};

const noScale: Range = { from: Infinity, to: -Infinity };

/** The scales at which the step at `index` rounds to `step`. */
const scalesOf = (step: number, curve: Curve | undefined, index: number): Range => {
  if (curve === undefined || step < 1 || step > largestStep) return noScale;
  const unit = unitOf(curve, index & 7, index >> 3);
  return {
    from: step === 1 ? 0 : (step - 0.5) / unit,
    to: step === largestStep ? Infinity : (step + 0.5) / unit,
  };
};
