import { viewOf, type ByteSource } from '../bytes.ts';
import { orientationOf, uprightSize } from '../exif/orientation.ts';
import { type ImageFacts, plainFacts } from '../facts.ts';
import { pngColoursOf, type PngColours } from './colour.ts';
import { pngPictureOf, type PngPicture } from './picture-chunks.ts';
import { singleFrameOf } from './single-frame.ts';
import { transparencyOf } from './transparency.ts';

/** Facts of a PNG or APNG. Throws `decode_failed` as `pngPictureOf` does. */
export const pngFactsOf = (source: ByteSource): ImageFacts => {
  const picture = pngPictureOf(source);
  const { header, find } = picture;
  const colours = pngColoursOf(picture);
  const exif = find('eXIf')?.data;
  const orientation = exif === undefined ? 1 : orientationOf(exif);
  return {
    ...plainFacts,
    mediaType: 'image/png',
    ...uprightSize(header, orientation),
    orientation,
    bitDepth: header.bitDepth,
    colour: header.colour,
    hasAlpha: hasTransparency(picture),
    ...framesOf(picture),
    lossless: true,
    iccProfile: colours.iccProfile,
    gamma: gammaFact(colours),
  };
};

const hasTransparency = (picture: PngPicture): boolean => {
  const { colour, hasAlphaChannel } = picture.header;
  const tRNS = transparencyOf(picture);
  if (colour !== 'palette') return hasAlphaChannel || tRNS !== undefined;
  return tRNS?.some((alpha) => alpha < 255) === true;
};

type Frames = Pick<ImageFacts, 'frames' | 'isSingleFrame'>;

/** acTL starts with the number of frames. PNG (third edition), 11.3.4.1. */
const framesOf = ({ header, chunks, find }: PngPicture): Frames => {
  const acTL = find('acTL')?.data;
  const frames = acTL === undefined ? 0 : viewOf(acTL.read(0, 4)).getUint32(0);
  if (frames !== 1) return { frames: Math.max(1, frames), isSingleFrame: false };
  const shown = singleFrameOf(chunks, header);
  return { frames: shown === 'partial' ? 2 : 1, isSingleFrame: shown === 'separate' };
};

const gammaFact = ({ space }: PngColours): ImageFacts['gamma'] => {
  if (space === undefined) return 'standard';
  return typeof space === 'string' ? space : 'other';
};
