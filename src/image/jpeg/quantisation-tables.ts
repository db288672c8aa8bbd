/** Shape of one table: the step grows with the distance from the lowest frequency. */
type Curve = Readonly<{ factor: number; slope: number; exponent: number; flat: number }>;

/**
 * Curves fitted for the smallest files of mozjpeg at an equal SSIMULACRA2 score:
 * `step(u, v) = scale * factor * (1 + slope * hypot(u, v) ^ exponent)`, and `flat` times that for the
 * lowest frequency, u = v = 0.
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

/** The tables as text, one a line, for the option -qtables of cjpeg (mozjpeg, wizard.txt). */
export const qtablesText = (scale: number): string =>
  `${quantisationTables(scale)
    .map((table) => table.join(' '))
    .join('\n')}\n`;

type Range = Readonly<{ from: number; to: number }>;

/** Beyond these scales all steps are 1 or 255, as in tables of other encoders. */
const recognisedScales: Range = { from: 0.25, to: 100 };

/**
 * Whether a JPEG's tables (Y, Cb, Cr, or Y alone) are those of `quantisationTables` at a scale from 0.25
 * to 100. Such a file is a result of this service: another encoding would only lose quality. Each step
 * is the rounded value of a small range of scales; the tables match where all ranges share a scale.
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
