import { sectionOf, type ByteSource } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { type CicpSpace, spaceOfCodes, videoTransfers } from '../icc/cicp.ts';
import { storedIccKind, type IccKind } from '../icc/header.ts';
import type { Container } from './container.ts';
import { fieldsOf } from './fields.ts';
import { colourKindOf, type Picture } from './picture.ts';

/** What describes the colours of an AVIF. */
type AvifColours = Readonly<{
  iccProfile: IccKind;
  /** By codes, where there is no usable profile. `unconvertible`: of a high dynamic range. */
  space: CicpSpace;
}>;

/**
 * The colours of a picture: by its profile, else by the codes of its nclx property, else by those of the
 * bitstream. A monochrome picture is grey by every code. AVIF 1.1, 2.2.1.
 */
export const coloursOf = ({ primary }: Container, picture: Picture): AvifColours => {
  const boxes = primary.properties.filter(({ box }) => box.type === 'colr');
  const descriptions = boxes.map(({ box }) => box.data);
  const profile = descriptions.find((data) => profileKinds.includes(colourKindOf(data)));
  const nclx = descriptions.find((data) => colourKindOf(data) === 'nclx');
  const { primaries, transfer } = nclx === undefined ? picture.header : codesIn(nclx);
  const said = spaceOfVideo(primaries, transfer);
  const isGrey = picture.header.isMonochrome && said !== 'unconvertible';
  return {
    iccProfile: profile === undefined ? 'none' : kindOf(profile),
    space: isGrey ? 'srgb' : said,
  };
};

export const profileKinds = ['prof', 'rICC'];

const kindBytes = 4;

/** Decoders make RGB of every picture, so that a profile of grey is of no use to them. */
const kindOf = (colr: ByteSource): IccKind => storedIccKind(sectionOf(colr, kindBytes, colr.size));

const codesIn = (nclx: ByteSource): Readonly<{ primaries: number; transfer: number }> => {
  const fields = fieldsOf(nclx);
  fields.text(kindBytes);
  return { primaries: fields.uint(2), transfer: fields.uint(2) };
};

/** Codes that say nothing. ITU-T H.273, 8.1 and 8.2. */
const unspecified = 2;
const bt709 = 1;
const srgbTransfer = 13;

/**
 * The space of codes in a still picture. Unspecified ones are sRGB's, and so is the curve of video: most
 * files that name it hold pictures in sRGB, which other converters leave as they are.
 */
const spaceOfVideo = (primaries: number, transfer: number): CicpSpace => {
  const isUsual = transfer === unspecified || videoTransfers.includes(transfer);
  const named = primaries === unspecified ? bt709 : primaries;
  return spaceOfCodes(named, isUsual ? srgbTransfer : transfer) ?? 'srgb';
};

/** The colours as facts have them; a usable profile overrules codes. */
export const gammaOf = ({ iccProfile, space }: AvifColours): ImageFacts['gamma'] => {
  if (iccProfile !== 'none' || space === 'srgb') return 'standard';
  return space === 'unconvertible' ? 'unconvertible' : 'other';
};
