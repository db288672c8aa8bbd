import {
  d65,
  srgbPrimaries,
  type Chromaticity,
  type ColourSpace,
  type Primaries,
  type TransferFunction,
} from './colour-space.ts';

/** The colour space that codes stand for. `unconvertible`: of a high dynamic range, or a code without numbers here. */
export type CicpSpace = ColourSpace | 'srgb' | 'unconvertible';

/** The curves of video in ITU-T H.273, table 3: BT.709, BT.601, and both of BT.2020. */
export const videoTransfers: readonly number[] = [1, 6, 14, 15];

/** ITU-T H.273, table 3. The curves of video are decoded as in BT.1886, as browsers do. */
const transfers: ReadonlyMap<number, TransferFunction> = new Map<number, TransferFunction>([
  [4, 2.2],
  [5, 2.8],
  [8, 1],
  [13, 'srgb'],
  ...videoTransfers.map((code) => [code, 2.4] as const),
]);

const otherPrimaries = [4, 8, 10, 11, 22];

/** PQ (16) and HLG (18) among them. */
const otherTransfers = [7, 11, 12, 16, 17, 18];

/** The colour space of the codes for primaries and transfer; undefined for unknown ones. ITU-T H.273. */
export const spaceOfCodes = (
  primariesCode: number,
  transferCode: number,
): CicpSpace | undefined => {
  const [named, transfer] = [primariesOfCode.get(primariesCode), transfers.get(transferCode)];
  if (named !== undefined && transfer !== undefined) {
    return named === srgbPrimaries && transfer === 'srgb' ? 'srgb' : { primaries: named, transfer };
  }
  const isKnown =
    (named !== undefined || otherPrimaries.includes(primariesCode)) &&
    (transfer !== undefined || otherTransfers.includes(transferCode));
  return isKnown ? 'unconvertible' : undefined;
};

const primaries = (red: Chromaticity, green: Chromaticity, blue: Chromaticity): Primaries => ({
  white: d65,
  ...{ red, green, blue },
});

const smpte170 = primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]);

/** ITU-T H.273, table 2. A code that is neither here nor in `otherPrimaries` is unknown. */
const primariesOfCode: ReadonlyMap<number, Primaries> = new Map([
  [1, srgbPrimaries],
  [5, primaries([0.64, 0.33], [0.29, 0.6], [0.15, 0.06])],
  [6, smpte170],
  [7, smpte170],
  [9, primaries([0.708, 0.292], [0.17, 0.797], [0.131, 0.046])],
  [12, primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
]);
