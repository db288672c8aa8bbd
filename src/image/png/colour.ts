import { constants, inflateSync } from 'node:zlib';
import type { ByteSource } from '../bytes.ts';
import { systemCodeOf } from '../../errors.ts';
import type { ColourSpace } from '../icc/colour-space.ts';
import type { ImageFacts } from '../facts.ts';
import { iccKindOf, longIccKindOf, maxIccBytes, type IccKind } from '../icc/header.ts';
import { namedProfileOf } from './named-profile.ts';
import { cicpSpaceOf, gammaSpaceOf } from './colour-chunks.ts';
import type { PngPicture } from './picture-chunks.ts';

/** What describes the colours of a PNG: a profile, or a colour space from other chunks. */
export type PngColours = Readonly<{
  iccProfile: IccKind;
  space: ColourSpace | 'unconvertible' | 'overruled' | undefined;
}>;

type Colour = ImageFacts['colour'];

/**
 * Decided by the first usable one of cICP, iCCP, sRGB, and gAMA with cHRM. The kind of a profile is
 * given even where cICP overrules it. PNG (third edition), 4.3.
 */
export const pngColoursOf = ({ header, find }: PngPicture): PngColours => {
  const cicpSpace = cicpSpaceOf(find('cICP')?.data);
  const iCCP = find('iCCP')?.data;
  const profile = iCCP === undefined ? 'none' : iccpKind(iCCP, header.colour);
  if (cicpSpace !== undefined && cicpSpace !== 'srgb')
    return { iccProfile: profile, space: cicpSpace };
  const iccProfile = cicpSpace ?? profile;
  const space = gammaSpaceOf(find('gAMA')?.data, find('cHRM')?.data);
  if (iccProfile === 'srgb') return { iccProfile, space: space && 'overruled' };
  const isKnown = iccProfile === 'other' || find('sRGB') !== undefined;
  return { iccProfile, space: isKnown ? undefined : space };
};

/**
 * The kind of the profile in an iCCP chunk. A damaged chunk is `none` because decoders ignore it. A profile that
 * is too long is classed by its header. PNG, 11.3.2.3.
 */
const iccpKind = (data: ByteSource, colour: Colour): IccKind => {
  const profile = namedProfileOf(data);
  return profile === undefined
    ? 'none'
    : inflatedKind(profile.compressed.read(0, maxIccBytes), colour);
};

const inflatedKind = (compressed: Uint8Array, colour: Colour): IccKind => {
  try {
    return iccKindOf(inflateSync(compressed, { maxOutputLength: maxIccBytes }), colour);
  } catch (error) {
    return systemCodeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? longKind(compressed, colour) : 'none';
  }
};

/** Compressed bytes that are enough for the header of a profile. */
const compressedHeaderBytes = 1024;

const longKind = (compressed: Uint8Array, colour: Colour): IccKind =>
  longIccKindOf(
    inflateSync(compressed.subarray(0, compressedHeaderBytes), {
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
    colour,
  );
