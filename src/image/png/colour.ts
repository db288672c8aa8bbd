import { constants, inflateSync } from 'node:zlib';
import { viewOf, type ByteSource } from '../bytes.ts';
import { systemCodeOf } from '../../errors.ts';
import type { ImageFacts } from '../facts.ts';
import { iccKindOf, longIccKindOf, MAX_ICC_BYTES, type IccKind } from '../icc.ts';

/** 1 / 2.2, times 100,000 as gAMA stores it. */
const STANDARD_GAMMA = 45_455;
/** Encoders round, and some write sRGB's own 1 / 2.22; that far from it nobody sees a difference. */
const GAMMA_TOLERANCE = 0.05;

/** sRGB primaries, sRGB transfer, RGB, full range. ITU-T H.273, tables 2 to 4. */
const SRGB_CICP = [1, 13, 0, 1];

/** A profile's name has at most 79 bytes and a terminator. */
const MAX_NAME_BYTES = 80;

const isSrgbCicp = (data: ByteSource): boolean => {
  const values = data.read(0, SRGB_CICP.length);
  return SRGB_CICP.every((expected, index) => values[index] === expected);
};

type Colour = ImageFacts['colour'];

/** Compressed bytes that a profile's header cannot exceed. */
const COMPRESSED_HEADER_BYTES = 1024;

const longKind = (compressed: Uint8Array, colour: Colour): IccKind =>
  longIccKindOf(
    inflateSync(compressed.subarray(0, COMPRESSED_HEADER_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
    colour,
  );

const inflatedKind = (compressed: Uint8Array, colour: Colour): IccKind => {
  try {
    return iccKindOf(inflateSync(compressed, { maxOutputLength: MAX_ICC_BYTES }), colour);
  } catch (error) {
    return systemCodeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? longKind(compressed, colour) : 'none';
  }
};

/**
 * What the profile in an iCCP chunk is: name, 0, compression method 0, zlib data. A damaged chunk is
 * `none` because decoders ignore it; of one that is too long the header decides. PNG, 11.3.2.3.
 */
const iccpKind = (data: ByteSource, colour: Colour): IccKind => {
  const nameEnd = data.read(0, MAX_NAME_BYTES).indexOf(0);
  if (nameEnd < 1 || data.read(nameEnd + 1, 1)[0] !== 0) return 'none';
  return inflatedKind(data.read(nameEnd + 2, MAX_ICC_BYTES), colour);
};

/** The colour chunks of a PNG, where it has them before its image data. */
export type ColourChunks = Readonly<{
  cICP: ByteSource | undefined;
  iCCP: ByteSource | undefined;
  sRGB: ByteSource | undefined;
  gAMA: ByteSource | undefined;
}>;

/** What the colours are by cICP or else iCCP; cICP comes first where both are present. PNG, 4.3. */
export const pngIccKindOf = ({ cICP, iCCP }: ColourChunks, colour: Colour): IccKind => {
  if (cICP !== undefined) return isSrgbCicp(cICP) ? 'srgb' : 'other';
  return iCCP === undefined ? 'none' : iccpKind(iCCP, colour);
};

/**
 * `other` when a cICP chunk names another colour space than sRGB, or when gAMA alone decides (no cICP,
 * sRGB or usable iCCP) and is over 5 % from 1 / 2.2.
 */
export const pngGammaOf = (chunks: ColourChunks, iccKind: IccKind): 'standard' | 'other' => {
  const { cICP, sRGB, gAMA } = chunks;
  if (cICP !== undefined && !isSrgbCicp(cICP)) return 'other';
  if (iccKind !== 'none' || sRGB !== undefined || gAMA?.size !== 4) return 'standard';
  const gamma = viewOf(gAMA.read(0, 4)).getUint32(0);
  // 0 is meaningless, and decoders ignore it.
  if (gamma === 0) return 'standard';
  return Math.abs(gamma / STANDARD_GAMMA - 1) > GAMMA_TOLERANCE ? 'other' : 'standard';
};
