import { ServiceError } from '../errors.ts';
import type { Size } from './rectangle.ts';

/**
 * The longest side, in pixels, that encoders of a type make and that decoders read. WebP: 14 bits a side (RFC 9649,
 * 2.6), of which libwebp takes one less; JPEG: libjpeg, though the format has 65,535; AVIF: the limit of libavif, with
 * which browsers read it. A type that is not listed has no limit that a picture reaches.
 */
const longestSides: ReadonlyMap<string, number> = new Map([
  ['image/avif', 32_768],
  ['image/jpeg', 65_500],
  ['image/webp', 16_383],
]);

/** Whether a picture of this size can be made as a type. */
export const holdsSize = (mediaType: string, { width, height }: Size): boolean =>
  Math.max(width, height) <= (longestSides.get(mediaType) ?? Infinity);

/** The error for a change after which none of the types holds the picture. */
export const sidesTooLong = (
  { convert, resize }: Readonly<{ convert?: readonly string[]; resize?: object }>,
  mediaTypes: readonly string[],
  { width, height }: Size,
): ServiceError => {
  const most = mediaTypes.map((type) => `${longestSides.get(type)} pixels for ${type}`);
  const field = resize === undefined ? 'transform.background' : 'resize';
  return new ServiceError(
    'bad_request',
    `${convert === undefined ? field : 'convert.type'}: expected sides of at most ${most.join(', ')}, got ${width}x${height}`,
    { reason: { id: 'no_such_result' } },
  );
};

/** Whether a type can be transparent. Whether a picture is, is known only once it is decoded. */
export const holdsTransparency = (mediaType: string): boolean => mediaType !== 'image/jpeg';

/** Whether a lossy picture of this type is small already for its look. */
export const isEfficient = (mediaType: string): boolean =>
  mediaType === 'image/webp' || mediaType === 'image/avif';
