import { AddressError } from './address-error.ts';
import type { Options } from './options.ts';
import type { SourcePlace, SourceRules } from './source-place.ts';

/** What addresses without a signature may ask for: so many results of a source and no more. */
export type Unsigned = Readonly<{
  /** Id or name of the account that results are counted for. */
  account: string;
  rules: SourceRules;
  widths: readonly number[];
  heights: readonly number[];
  qualities: readonly number[];
  /** Media types; undefined: by `Accept`. */
  mediaTypes: readonly (string | undefined)[];
}>;

/** What stands in place of a signature, as clients of imgproxy have it where they have no key. */
export const isUnsigned = (signature: string): boolean =>
  ['unsafe', 'insecure', '_'].includes(signature);

/**
 * Checks that an address without a signature is one of the finite set. `first`: the options of an address with none.
 * @throws AddressError `forbidden` with what was expected.
 */
export const checkUnsigned = (
  { options, first, place }: Readonly<{ options: Options; first: Options; place: SourcePlace }>,
  { widths, heights, qualities, mediaTypes }: Unsigned,
): void => {
  const lists = [
    ['width', options.width, [first.width, ...widths]],
    ['height', options.height, [first.height, ...heights]],
    ['quality', options.quality, [first.quality, ...qualities]],
    ['the type', options.mediaType, [first.mediaType, ...mediaTypes]],
    ['resizing_type', options.type, [first.type, 'fit', 'fill', 'fill-down', 'force']],
  ] as const;
  for (const [name, value, allowed] of lists) {
    if ((allowed as readonly unknown[]).includes(value)) continue;
    const expected = allowed.map((each) => each ?? 'auto').join(', ');
    throw forbidden(
      `${name}: expected one of ${expected} without a signature, got ${value ?? 'auto'}.`,
    );
  }
  const { width, height, quality, mediaType, type, expires, fileName, isAttachment } = options;
  const free = { width, height, quality, mediaType, type, expires, fileName, isAttachment };
  if (JSON.stringify({ ...first, ...free }) !== JSON.stringify(options)) {
    throw forbidden('Expected only sizes, a type and a quality without a signature.');
  }
  // One picture has no end of names, each of which would be a source.
  if (!isPlainName(place)) throw forbidden('Expected the plainest name of the source.');
};

const forbidden = (message: string): AddressError => new AddressError('forbidden', message);

/** Whether a source has no query, no empty segment and nothing encoded that need not be. */
const isPlainName = ({ name }: SourcePlace): boolean => {
  const path = name.replace(/^[a-z0-9]+:\/{2,3}/, '');
  return (
    (name.startsWith('local:') || path === leastEncoded(path)) &&
    !/[?#]/.test(path) &&
    path.split('/').every((segment) => segment !== '' && segment !== '.')
  );
};

const leastEncoded = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
