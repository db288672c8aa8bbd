import { bytesPiece, copyPiece, latin1Bytes, type ByteSource, type Piece } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { d50 } from '../icc/colour-space.ts';
import { fixed, profileOfSpace } from '../icc/made-profile.ts';
import { coloursOf, profileKinds } from './colours.ts';
import type { Property } from './associations.ts';
import { dataOffsetOf } from './boxes.ts';
import { containerOf } from './container.ts';
import { colourKindOf, pictureOf } from './picture.ts';
import { rewrittenPieces } from './rewrite.ts';
import { box, type NewBox } from './write.ts';

/**
 * An AVIF without metadata, bit for bit the same picture. Removed: EXIF, XMP, thumbnails, gain maps,
 * depth, unknown items and properties. Kept: rotation and mirror, a profile other than sRGB, and one of
 * sRGB where the codes say something else.
 */
export const avifStrippedPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const container = containerOf(source);
  const picture = pictureOf(container);
  const { space } = coloursOf(container, picture);
  const dropsProfile =
    facts.iccProfile === 'none' || (facts.iccProfile === 'srgb' && space === 'srgb');
  const keeps = (property: Property): boolean => !(dropsProfile && isProfile(property));
  return rewrittenPieces(container, picture, { keeps });
};

/** Decoders differ in whether they apply these, so that they get a file without. */
const transforms = ['irot', 'imir', 'clap', 'pasp'];

/**
 * An AVIF for a decoder: the pixels as stored, neither rotated nor mirrored, with a profile wherever they
 * are not in sRGB. Facts say how they are to be shown.
 */
export const avifPlainPieces = (source: ByteSource, facts: ImageFacts): readonly Piece[] => {
  const container = containerOf(source);
  const picture = pictureOf(container);
  const { space } = coloursOf(container, picture);
  const profile =
    facts.iccProfile === 'other' ? container.primary.properties.find(isProfile) : undefined;
  const spaceProfile =
    facts.gamma === 'other' && typeof space !== 'string' ? profileOfSpace(space, false) : undefined;
  return rewrittenPieces(container, picture, {
    keeps: (property) => !transforms.includes(property.box.type) && !isProfile(property),
    added: [
      ...(profile === undefined ? [] : [withD50(profile)]),
      ...(spaceProfile === undefined
        ? []
        : [box('colr', [bytesPiece(latin1Bytes('prof')), bytesPiece(spaceProfile)])]),
    ],
  });
};

/** Where the header of a profile has its PCS illuminant, which can only be D50. ICC.1:2022, 7.2.16. */
const illuminantOffset = 68;
const d50Bytes = fixed(d50);

/** Some profiles leave the illuminant out. Browsers take them, but libpng refuses to write a PNG with them. */
const withD50 = ({ box: colr }: Property): NewBox => {
  const start = dataOffsetOf(colr);
  const illuminant = start + profileKindBytes + illuminantOffset;
  return box('colr', [
    copyPiece(start, illuminant),
    bytesPiece(d50Bytes),
    copyPiece(illuminant + d50Bytes.length, colr.end),
  ]);
};

/** `prof` or `rICC`, before the profile. */
const profileKindBytes = 4;

const isProfile = ({ box: { type, data } }: Property): boolean =>
  type === 'colr' && profileKinds.includes(colourKindOf(data));
