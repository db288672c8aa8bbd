import { AddressError, unexpected } from './address-error.ts';

const extensions = ['jpg', 'jpeg', 'png', 'webp', 'avif'];

/** Types that imgproxy knows and this service does not make. */
const unmade = [
  ...['jxl', 'gif', 'ico', 'svg', 'heic', 'heif', 'bmp', 'tif', 'tiff', 'jp2', 'pdf', 'psd'],
  ...['mp4', 'webm', 'mkv', 'mov'],
];

/**
 * The media type of an extension, which `name` is given for.
 * @throws AddressError `unsupported` for a type that is not made; `invalid` for an unknown one.
 */
export const mediaTypeOf = (extension: string, name: string): string => {
  if (extensions.includes(extension)) return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
  const names = `one of ${extensions.join(', ')}`;
  if (!unmade.includes(extension)) throw unexpected(name, extension, names);
  const message = `${name}: ${extension} is not made here. Ask for ${names}.`;
  throw new AddressError('unsupported', message);
};

/** The types that `Accept` decides about, the preferred one first. */
const negotiated = ['image/avif', 'image/webp'] as const;

/**
 * The first of `formats`, in the order above, that is accepted by name; undefined where none is. Wildcards name none:
 * clients that show neither type send them.
 */
export const acceptedType = (
  accepted: readonly string[],
  formats: readonly string[],
): string | undefined => {
  const named = accepted.map((type) => type.toLowerCase());
  return negotiated.find((type) => formats.includes(type) && named.includes(type));
};
