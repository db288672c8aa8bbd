import {
  coarsestScale,
  type Family,
  formerTables,
  fullColour,
  halvedColour,
  largestStep,
  type Range,
  scalesOf,
  stepOf,
} from './table-families.ts';

/** The value of the option -sample of cjpeg with which colour has the full resolution. */
export const fullColourSampling = '1x1';

/** What tables are made for. */
export type TablesFor = Readonly<{
  /** Colour has the full resolution (4:4:4) in place of half of it (4:2:0). */
  hasFullColour?: boolean;
  /** The luma steps of the source, where it is a JPEG with the same blocks. */
  sourceLuma?: readonly number[] | undefined;
}>;

/**
 * The three quantisation tables (Y, Cb, Cr) of one coarseness, 64 steps each in row order, 1 to 255.
 * `scale` takes the place of a quality: 1 is the finest, about 3 is high, 5 medium-high.
 *
 * No luma step is finer than that of a source that is a JPEG: finer ones would only add errors to those
 * that are there.
 */
export const quantisationTables = (
  scale: number,
  { hasFullColour = false, sourceLuma = [] }: TablesFor = {},
): readonly (readonly number[])[] => {
  const family = hasFullColour ? fullColour : halvedColour;
  return family.units.map((units, id) =>
    units.map((_, index) => {
      const step = stepOf(family, id, index, scale);
      return id === 0 ? Math.min(largestStep, Math.max(step, sourceLuma[index] ?? 1)) : step;
    }),
  );
};

/** The tables as text, one a line, for the option -qtables of cjpeg (mozjpeg, wizard.txt). */
export const qtablesText = (scale: number, use?: TablesFor): string =>
  `${quantisationTables(scale, use)
    .map((table) => table.join(' '))
    .join('\n')}\n`;

/** Beyond these scales all steps are 1 or 255, as in tables of other encoders. */
const recognisedScales: Range = { from: 0.25, to: 100 };

/** Of the ends of ranges, by their arithmetic. */
const rounding = 1e-9;

/**
 * Whether a JPEG's tables (Y, Cb, Cr, or Y alone) are those of `quantisationTables` at a scale from 0.25
 * to 100, or of an earlier version. Such a file is a result of this service: another encoding would only
 * lose quality. Each step is the rounded value of a small range of scales; the tables match where all
 * ranges share a scale. Beside colour tables that match, luma steps may be those of its source.
 */
export const areOurTables = (tables: readonly (readonly number[])[]): boolean => {
  if (tables.length === 0 || tables.length > 3 || !tables.every(isTable)) return false;
  const mayHaveSourceLuma = tables.length === 3;
  return (
    isOf(halvedColour, tables, { mayHaveSourceLuma }) ||
    isOf(fullColour, tables, { mayHaveSourceLuma }) ||
    isOf(formerTables, tables, { mayHaveSourceLuma: false })
  );
};

const isTable = (table: readonly number[]): boolean =>
  table.length === 64 && table.every((step) => step >= 1 && step <= largestStep);

const isOf = (
  family: Family,
  tables: readonly (readonly number[])[],
  { mayHaveSourceLuma }: Readonly<{ mayHaveSourceLuma: boolean }>,
): boolean => {
  const ranges = tables.flatMap((table, id) =>
    table.map((step, index): Range => {
      return mayHaveSourceLuma && id === 0
        ? { from: 0, to: coarsestScale(family, id, index, step) }
        : scalesOf(family, id, index, step);
    }),
  );
  const from = Math.max(recognisedScales.from, ...ranges.map((range) => range.from));
  const to = Math.min(recognisedScales.to, ...ranges.map((range) => range.to));
  return from <= to * (1 + rounding);
};
