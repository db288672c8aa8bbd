import type { JpegBlocks } from '../facts.ts';
import {
  coarsestScale,
  distanceOf,
  type Family,
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
  /** The source, where it is a JPEG whose blocks are those of the result. */
  source?: JpegBlocks | undefined;
}>;

/**
 * The three quantisation tables (Y, Cb, Cr) of one coarseness, 64 steps each in row order, 1 to 255.
 * `scale` takes the place of a quality: 1 is the finest, about 3 is high, 5 medium-high.
 *
 * A source that is a JPEG has been rounded to multiples of its own steps. In the lowest frequencies these
 * steps are kept up to a scale that is twice as coarse, also those of colour of the same resolution: other
 * ones would round a second time, and the errors of both add up. Where colour has the full resolution in
 * both, all luma steps are kept so. In the others no luma step is finer than the source's, which has nothing
 * finer to keep.
 */
export const quantisationTables = (
  scale: number,
  { hasFullColour = false, source }: TablesFor = {},
): readonly (readonly number[])[] => {
  const family = hasFullColour ? fullColour : halvedColour;
  const known = scale > coarsestBesideSource ? [] : knownSteps(hasFullColour, source);
  const keepsLuma = scale <= coarsestBesideLuma && hasFullColour && source?.colour === 'full';
  return family.map((units, id) =>
    units.map((_, index) => {
      const step = stepOf(family, id, index, scale);
      const sourceStep = known[id]?.[index];
      if (sourceStep === undefined) return step;
      const isKept = isLowest(index) || (keepsLuma && id === 0);
      return stepBeside(sourceStep, step, { isKept, isLuma: id === 0 });
    }),
  );
};

/** The steps of the source that matter: of luma, and of colour of the same resolution. */
const knownSteps = (
  hasFullColour: boolean,
  source: JpegBlocks | undefined,
): readonly (readonly number[])[] => {
  if (source === undefined) return [];
  const isSameColour = source.colour === (hasFullColour ? 'full' : 'halved');
  return isSameColour ? source.steps : source.steps.slice(0, 1);
};

const stepBeside = (
  sourceStep: number,
  step: number,
  { isKept, isLuma }: Readonly<{ isKept: boolean; isLuma: boolean }>,
): number => {
  const source = Math.min(largestStep, sourceStep);
  if (isKept) return step < 2 * source ? source : step;
  return isLuma ? Math.max(step, source) : step;
};

/** The mean of a block, and the seven frequencies next to it. */
const isLowest = (index: number): boolean => distanceOf(index) < 2.5;

/** Far beyond any search. Up to here the steps of a result tell its scale. */
const coarsestBesideSource = 50;

/** Beyond the default search. Up to here the finest steps of colour in 4:4:4 are below 255. */
const coarsestBesideLuma = 35;

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
 * to 100. Such a file is a result of this service: another encoding would only lose quality. Each step is
 * the rounded value of a small range of scales; the tables match where all ranges share a scale. Beside
 * detail of colour that matches, the other steps may be those of a source.
 */
export const areOurTables = (tables: readonly (readonly number[])[]): boolean => {
  if (tables.length === 0 || tables.length > 3 || !tables.every(isTable)) return false;
  return (
    [halvedColour, fullColour].some((family) =>
      isOf(tables, { within: recognisedScales, scalesAt: ownScales(family) }),
    ) ||
    (tables.length === 3 &&
      besideSource.some(({ to, ...kept }) =>
        isOf(tables, {
          within: { from: recognisedScales.from, to },
          scalesAt: scalesBeside(kept),
        }),
      ))
  );
};

type Kept = Readonly<{ family: Family; keepsLuma: boolean }>;

/** The tables that may have steps of a source, up to a scale; `keepsLuma`: also any of luma. */
const besideSource: readonly (Kept & Readonly<{ to: number }>)[] = [
  { family: halvedColour, keepsLuma: false, to: coarsestBesideSource },
  { family: fullColour, keepsLuma: true, to: coarsestBesideLuma },
  { family: fullColour, keepsLuma: false, to: coarsestBesideSource },
];

const isTable = (table: readonly number[]): boolean =>
  table.length === 64 && table.every((step) => step >= 1 && step <= largestStep);

/** The scales at which a table may have a step at an index. */
type ScalesAt = (id: number, index: number, step: number) => Range;

const ownScales =
  (family: Family): ScalesAt =>
  (id, index, step) =>
    scalesOf(family, id, index, step);

/** As `stepBeside` has it, for any source. */
const scalesBeside =
  ({ family, keepsLuma }: Kept): ScalesAt =>
  (id, index, step) => {
    if (isLowest(index) || (keepsLuma && id === 0)) {
      return { from: 0, to: coarsestScale(family, id, index, 2 * step - 1) };
    }
    if (id === 0) return { from: 0, to: coarsestScale(family, id, index, step) };
    return scalesOf(family, id, index, step);
  };

const isOf = (
  tables: readonly (readonly number[])[],
  { within, scalesAt }: Readonly<{ within: Range; scalesAt: ScalesAt }>,
): boolean => {
  const ranges = tables.flatMap((table, id) =>
    table.map((step, index) => scalesAt(id, index, step)),
  );
  const from = Math.max(within.from, ...ranges.map((range) => range.from));
  const to = Math.min(within.to, ...ranges.map((range) => range.to));
  return from <= to * (1 + rounding);
};
