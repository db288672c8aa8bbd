import { viewOf, type ByteSource } from '../bytes.ts';
import {
  colorantsOf,
  SRGB_PRIMARIES,
  type Chromaticity,
  type ColourSpace,
  type Primaries,
  type Transfer,
} from '../icc/colour-space.ts';

/** What a chunk says of the colours. `unconvertible`: of a high dynamic range, or in a way we have no numbers for. */
export type SaidSpace = ColourSpace | 'srgb' | 'unconvertible';

const d65: Chromaticity = [0.3127, 0.329];
const primaries = (
  red: Chromaticity,
  green: Chromaticity,
  blue: Chromaticity,
  white = d65,
): Primaries => ({ white, red, green, blue });

const smpte170 = primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]);

/** ITU-T H.273, table 2. Codes that are neither here nor below say nothing. */
const PRIMARIES: ReadonlyMap<number, Primaries> = new Map([
  [1, SRGB_PRIMARIES],
  [5, primaries([0.64, 0.33], [0.29, 0.6], [0.15, 0.06])],
  [6, smpte170],
  [7, smpte170],
  [9, primaries([0.708, 0.292], [0.17, 0.797], [0.131, 0.046])],
  [12, primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
]);
const OTHER_PRIMARIES = [4, 8, 10, 11, 22];

/** ITU-T H.273, table 3. Video's curves are shown as BT.1886 has it, which browsers do too. */
const TRANSFERS: ReadonlyMap<number, Transfer> = new Map<number, Transfer>([
  [1, 2.4],
  [4, 2.2],
  [5, 2.8],
  [6, 2.4],
  [8, 1],
  [13, 'srgb'],
  [14, 2.4],
  [15, 2.4],
]);
/** PQ (16) and HLG (18) among them. */
const OTHER_TRANSFERS = [7, 11, 12, 16, 17, 18];

/**
 * What a cICP chunk says; undefined where browsers pass over it: for unknown codes, and for pixels in
 * the range of video. PNG (third edition), 11.3.2.6.
 */
export const cicpSpaceOf = (data: ByteSource | undefined): SaidSpace | undefined => {
  if (data?.size !== 4) return undefined;
  const [primariesCode = 0, transferCode = 0, matrix, isFull] = data.read(0, 4);
  if (matrix !== 0 || isFull !== 1) return undefined;
  const [named, transfer] = [PRIMARIES.get(primariesCode), TRANSFERS.get(transferCode)];
  if (named !== undefined && transfer !== undefined) {
    return named === SRGB_PRIMARIES && transfer === 'srgb'
      ? 'srgb'
      : { primaries: named, transfer };
  }
  const isKnown =
    (named !== undefined || OTHER_PRIMARIES.includes(primariesCode)) &&
    (transfer !== undefined || OTHER_TRANSFERS.includes(transferCode));
  return isKnown ? 'unconvertible' : undefined;
};

/** Numbers in gAMA and cHRM are times 100,000. PNG, 11.3.2.1 and 11.3.2.2. */
const UNIT = 100_000;
const STANDARD_GAMMA = 1 / 2.2;
/** Encoders round, and some write sRGB's own 1 / 2.22; libpng and browsers pass over as much. */
const GAMMA_TOLERANCE = 0.05;
const PRIMARY_TOLERANCE = 0.005;
/** Outside of these nobody means it, and a profile cannot say it. */
const LEAST_GAMMA = 0.01;
const MOST_GAMMA = 100;

const primariesIn = (data: ByteSource): Primaries => {
  const view = viewOf(data.read(0, 32));
  const at = (offset: number): Chromaticity => [
    view.getUint32(offset) / UNIT,
    view.getUint32(offset + 4) / UNIT,
  ];
  return { white: at(0), red: at(8), green: at(16), blue: at(24) };
};

const isSrgb = (said: Primaries): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every((name) =>
    said[name].every(
      (value, index) => Math.abs(value - (SRGB_PRIMARIES[name][index] ?? 0)) <= PRIMARY_TOLERANCE,
    ),
  );

/**
 * What gAMA says, with cHRM where that is there; cHRM alone says nothing. Undefined where that is sRGB as
 * near as makes no difference, or makes no sense.
 */
export const gammaSpaceOf = (
  gAMA: ByteSource | undefined,
  cHRM: ByteSource | undefined,
): ColourSpace | undefined => {
  if (gAMA?.size !== 4) return undefined;
  const gamma = viewOf(gAMA.read(0, 4)).getUint32(0) / UNIT;
  if (gamma < LEAST_GAMMA || gamma > MOST_GAMMA) return undefined;
  const said = cHRM?.size === 32 ? primariesIn(cHRM) : SRGB_PRIMARIES;
  const isStandard = Math.abs(gamma / STANDARD_GAMMA - 1) <= GAMMA_TOLERANCE;
  if ((isStandard && isSrgb(said)) || colorantsOf(said) === undefined) return undefined;
  return { primaries: said, transfer: 1 / gamma };
};
