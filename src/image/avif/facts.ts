import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { uprightSize } from '../exif/orientation.ts';
import { type ImageFacts, type Orientation, plainFacts } from '../facts.ts';
import { isSameSize, type Size } from '../rectangle.ts';
import { coloursOf, gammaOf } from './colours.ts';
import { containerOf, type Item } from './container.ts';
import { fieldsOf } from './fields.ts';
import { pictureOf, propertyOf } from './picture.ts';
import { isRewritten } from './rewrite.ts';
import { ServiceError } from '../../errors.ts';

/**
 * Facts of an AVIF. Throws `decode_failed` for damaged or contradictory boxes and a truncated file, and
 * `unsupported_media_type` for what no AV1 picture is, an animation, and a picture that is to be cropped
 * by its file (clap). AVIF 1.1; ISO/IEC 23008-12.
 */
export const avifFactsOf = (source: ByteSource): ImageFacts => {
  const container = containerOf(source);
  const { primary } = container;
  const picture = pictureOf(container);
  const { width, height } = picture.size;
  if (width < 1 || height < 1) throw decodeFailed(`AVIF has a size of ${width}x${height}.`);
  refuseCrop(primary, picture.size);
  const orientation = orientationOf(primary);
  const colours = coloursOf(container, picture);
  const { bitDepth, isMonochrome } = picture.header;
  return {
    ...plainFacts,
    mediaType: 'image/avif',
    ...uprightSize(picture.size, orientation),
    orientation,
    bitDepth,
    colour: isMonochrome ? 'grey' : 'rgb',
    hasAlpha: picture.hasAlpha,
    lossless: false,
    iccProfile: colours.iccProfile,
    gamma: gammaOf(colours),
    ...(isRewritten(container) && { isOwnResult: true }),
  };
};

/** Browsers disagree about these crops, and no encoder writes them unless told to. ISO/IEC 14496-12, 12.1.4. */
const refuseCrop = (primary: Item, size: Size): void => {
  const clap = propertyOf(primary, 'clap');
  if (clap === undefined) return;
  const fields = fieldsOf(clap);
  const side = (): number => fields.uint(4) / fields.uint(4);
  if (isSameSize({ width: side(), height: side() }, size)) return;
  throw new ServiceError(
    'unsupported_media_type',
    'AVIF with a clean aperture (clap) is not supported. Crop the picture itself.',
  );
};

type Turn = Readonly<Record<Orientation, Orientation>>;

/** The orientation that follows from one by a further step. */
const anticlockwise: Turn = { 1: 8, 2: 5, 3: 6, 4: 7, 5: 4, 6: 1, 7: 2, 8: 3 };
const topToBottom: Turn = { 1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 6: 7, 7: 6, 8: 5 };
const leftToRight: Turn = { 1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7 };

/**
 * The rotation and the mirror as one orientation of EXIF: the first of each, and the rotation first, as browsers
 * apply them. An orientation in the EXIF of the file does not count. ISO/IEC 23008-12, 6.5.10 (irot) and 6.5.12
 * (imir); their order is that of ISO/IEC 23000-22 (MIAF), 7.3.6.7.
 */
const orientationOf = (item: Item): Orientation => {
  let orientation: Orientation = 1;
  const [turns = 0] = propertyOf(item, 'irot')?.read(0, 1) ?? [];
  for (let turn = 0; turn < (turns & 3); turn += 1) orientation = anticlockwise[orientation];
  const axis = propertyOf(item, 'imir')?.read(0, 1)[0];
  if (axis === undefined) return orientation;
  return ((axis & 1) === 0 ? topToBottom : leftToRight)[orientation];
};
