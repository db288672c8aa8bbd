import { noOptions, type Options } from './options.ts';

/** What a browser says about the place of a picture, as its headers have it. Undefined: nothing, or no number. */
export type Hints = Readonly<{ width: number | undefined; dpr: number | undefined }>;

/** The options before those of an address, by which an address that sets neither width nor dpr is known. */
export const unhinted: Options = { ...noOptions, width: Number.NaN, dpr: Number.NaN };

const widthHeaders = ['Sec-CH-Width', 'Width'] as const;
const dprHeaders = ['Sec-CH-DPR', 'DPR'] as const;

/** Above it no screen is (imgproxy, clientfeatures/detector.go). */
const mostDpr = 8;

/** The hints of a request: the first of two names that has a number which counts. */
export const hintsOf = (header: (name: string) => string): Hints => {
  const first = (names: readonly string[], most: number): number | undefined =>
    names.map((name) => Number(header(name))).find((value) => value > 0 && value <= most);
  return { width: first(widthHeaders, Number.MAX_SAFE_INTEGER), dpr: first(dprHeaders, mostDpr) };
};

/** Screens have these and others, which are served by the next larger one. */
const dprs = [1, 1.5, 2, 3];

/**
 * Options of an address that began with `unhinted`, with what it has not set taken from hints, and the headers that
 * have decided. Hints are taken to the next step of a ladder, since they cannot be signed: each step is a result. An
 * empty ladder takes none.
 */
export const withHints = (
  asked: Options,
  hints: Hints,
  ladder: readonly number[],
): Readonly<{ options: Options; varies: readonly string[] }> => {
  const [isWidthOpen, isDprOpen] = [Number.isNaN(asked.width), Number.isNaN(asked.dpr)];
  const isUsed = ladder.length > 0;
  const hintedDpr = isUsed && hints.dpr ? stepOf(hints.dpr, dprs) : 1;
  // The hint has pixels of the screen, and the option those of the page.
  const hintedWidth = isUsed && hints.width ? stepOf(hints.width, ladder) / hintedDpr : 0;
  const options = {
    ...asked,
    ...(isWidthOpen && { width: Math.round(hintedWidth) }),
    ...(isDprOpen && { dpr: hintedDpr }),
  };
  const open = [
    ...(isWidthOpen ? widthHeaders : []),
    ...(isWidthOpen || isDprOpen ? dprHeaders : []),
  ];
  return { options, varies: isUsed ? open : [] };
};

/** The first step that is as large; the last one where none is. */
const stepOf = (value: number, steps: readonly number[]): number => {
  const sorted = steps.toSorted((a, b) => a - b);
  return sorted.find((step) => step >= value) ?? sorted.at(-1) ?? value;
};
