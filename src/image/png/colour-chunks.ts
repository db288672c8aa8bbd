import { viewOf, type ByteSource } from '../bytes.ts';
import {
  colorantsOf,
  srgbPrimaries,
  type Chromaticity,
  type ColourSpace,
  type Primaries,
  type TransferFunction,
} from '../icc/colour-space.ts';

/** The colour space of a cICP chunk. `unconvertible`: of a high dynamic range, or a code that is not in these tables. */
export type CicpSpace = ColourSpace | 'srgb' | 'unconvertible';

/** ITU-T H.273, table 3. The curves of video are decoded as in BT.1886, as browsers do. */
const transfers: ReadonlyMap<number, TransferFunction> = new Map<number, TransferFunction>([
  [1, 2.4],
  [4, 2.2],
  [5, 2.8],
  [6, 2.4],
  [8, 1],
  [13, 'srgb'],
  [14, 2.4],
  [15, 2.4],
]);

const otherPrimaries = [4, 8, 10, 11, 22];

/** PQ (16) and HLG (18) among them. */
const otherTransfers = [7, 11, 12, 16, 17, 18];

/**
 * The colour space of a cICP chunk; undefined where browsers ignore the chunk: for unknown codes, and
 * for pixels in the narrow range of video. PNG (third edition), 11.3.2.6.
 */
export const cicpSpaceOf = (data: ByteSource | undefined): CicpSpace | undefined => {
  if (data?.size !== 4) return undefined;
  const [primariesCode = 0, transferCode = 0, matrix, isFull] = data.read(0, 4);
  if (matrix !== 0 || isFull !== 1) return undefined;
  const [named, transfer] = [primariesOfCode.get(primariesCode), transfers.get(transferCode)];
  if (named !== undefined && transfer !== undefined) {
    return named === srgbPrimaries && transfer === 'srgb' ? 'srgb' : { primaries: named, transfer };
  }
  const isKnown =
    (named !== undefined || otherPrimaries.includes(primariesCode)) &&
    (transfer !== undefined || otherTransfers.includes(transferCode));
  return isKnown ? 'unconvertible' : undefined;
};

const d65: Chromaticity = [0.3127, 0.329];
const primariesOf = (
  red: Chromaticity,
  green: Chromaticity,
  blue: Chromaticity,
  white = d65,
): Primaries => ({ white, red, green, blue });

const smpte170 = primariesOf([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]);

/** ITU-T H.273, table 2. A code that is neither here nor in `otherPrimaries` is unknown. */
const primariesOfCode: ReadonlyMap<number, Primaries> = new Map([
  [1, srgbPrimaries],
  [5, primariesOf([0.64, 0.33], [0.29, 0.6], [0.15, 0.06])],
  [6, smpte170],
  [7, smpte170],
  [9, primariesOf([0.708, 0.292], [0.17, 0.797], [0.131, 0.046])],
  [12, primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
]);

/** Numbers in gAMA and cHRM are multiplied by 100,000. PNG, 11.3.2.1 and 11.3.2.2. */
const unit = 100_000;

/** A gamma outside these bounds is a mistake, and a profile cannot hold it. */
const leastGamma = 0.01;
const mostGamma = 100;

const standardGamma = 1 / 2.2;
/** Encoders round, and some write 1 / 2.22 for sRGB; libpng and browsers ignore such a difference. */
const gammaTolerance = 0.05;

/**
 * The colour space of gAMA, with the primaries of cHRM if there are any; cHRM alone has no effect.
 * Undefined where that is sRGB within the tolerances, and where the numbers are impossible.
 */
export const gammaSpaceOf = (
  gAMA: ByteSource | undefined,
  cHRM: ByteSource | undefined,
): ColourSpace | undefined => {
  if (gAMA?.size !== 4) return undefined;
  const gamma = viewOf(gAMA.read(0, 4)).getUint32(0) / unit;
  if (gamma < leastGamma || gamma > mostGamma) return undefined;
  const primaries = cHRM?.size === 32 ? primariesIn(cHRM) : srgbPrimaries;
  const isStandard = Math.abs(gamma / standardGamma - 1) <= gammaTolerance;
  if ((isStandard && isSrgb(primaries)) || colorantsOf(primaries) === undefined) return undefined;
  return { primaries, transfer: 1 / gamma };
};

const primariesIn = (data: ByteSource): Primaries => {
  const view = viewOf(data.read(0, 32));
  const at = (offset: number): Chromaticity => [
    view.getUint32(offset) / unit,
    view.getUint32(offset + 4) / unit,
  ];
  return { white: at(0), red: at(8), green: at(16), blue: at(24) };
};

const primaryTolerance = 0.005;

const isSrgb = (primaries: Primaries): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every((name) =>
    primaries[name].every(
      (value, index) => Math.abs(value - (srgbPrimaries[name][index] ?? 0)) <= primaryTolerance,
    ),
  );
