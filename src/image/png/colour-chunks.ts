import { viewOf, type ByteSource } from '../bytes.ts';
import { spaceOfCodes, type CicpSpace } from '../icc/cicp.ts';
import {
  colorantsOf,
  srgbPrimaries,
  type Chromaticity,
  type ColourSpace,
  type Primaries,
} from '../icc/colour-space.ts';

/**
 * The colour space of a cICP chunk; undefined where browsers ignore the chunk: for unknown codes, and
 * for pixels in the narrow range of video. PNG (third edition), 11.3.2.6.
 */
export const cicpSpaceOf = (data: ByteSource | undefined): CicpSpace | undefined => {
  if (data?.size !== 4) return undefined;
  const [primariesCode = 0, transferCode = 0, matrix, isFull] = data.read(0, 4);
  if (matrix !== 0 || isFull !== 1) return undefined;
  return spaceOfCodes(primariesCode, transferCode);
};

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
