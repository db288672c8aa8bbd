import { type Colour, colourOf } from '../image/colour.ts';
import { centre, compass, type Gravity } from '../image/gravity.ts';
import { AddressError, invalid } from './address-error.ts';
import { has } from './option-row.ts';

/** Reads the arguments of options. All throw AddressError, with the name of the option and what was expected. */

const unexpected = (name: string, text: string | undefined, expected: string): AddressError =>
  invalid(`${name}: expected ${expected}, got ${JSON.stringify(text ?? '')}.`);

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

const numberOf = (text: string | undefined): number =>
  text !== undefined && decimal.test(text) ? Number(text) : Number.NaN;

/** A number from `least` to `most`. */
export const readNumber = (
  name: string,
  text: string | undefined,
  least: number,
  most = Number.MAX_VALUE,
): number => within(name, text, numberOf(text), ['a number', least, most]);

/** A whole number, without a point. */
export const readInteger = (
  name: string,
  text: string | undefined,
  most = Number.MAX_SAFE_INTEGER,
): number => {
  const value = /^\+?\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
  return within(name, text, value, ['an integer', 0, most]);
};

const within = (
  name: string,
  text: string | undefined,
  value: number,
  [kind, least, most]: readonly [kind: string, least: number, most: number],
): number => {
  if (value >= least && value <= most) return value;
  const isOpen = most >= Number.MAX_SAFE_INTEGER;
  const range = isOpen ? `of at least ${least}` : `from ${least} to ${most}`;
  throw unexpected(name, text, `${kind} ${range}`);
};

export const readPositive = (name: string, text: string | undefined): number => {
  const value = numberOf(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw unexpected(name, text, 'a number above 0');
};

/** Anything else is false (Go, strconv.ParseBool, whose errors imgproxy logs). */
export const readBoolean = (text: string | undefined): boolean =>
  ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text ?? '');

export const readOneOf = <const T extends string>(
  name: string,
  text: string | undefined,
  all: readonly T[],
): T => {
  const found = all.find((each) => each === text);
  if (found === undefined) throw unexpected(name, text, `one of ${all.join(', ')}`);
  return found;
};

/** Three or six hexadecimal digits. */
export const readHexColour = (name: string, text: string): Colour => {
  const digits = text.length === 3 ? text.replaceAll(/./g, '$&$&') : text;
  const colour = colourOf(`#${digits}`);
  if (colour === undefined) throw unexpected(name, text, 'three or six hexadecimal digits');
  return colour;
};

/** `sm`, `fp:x:y`, or a point of the compass with offsets that may be left out. */
export const readGravity = (name: string, args: readonly string[]): Gravity => {
  const [kind, x = '', y = '', ...more] = args;
  if (more.length > 0) throw unexpected(name, args.join(':'), 'at most a point and two offsets');
  if (kind === 'sm') {
    if (args.length > 1) throw unexpected(name, args.join(':'), 'no arguments after sm');
    return { kind: 'attention' };
  }
  if (kind === 'fp') {
    return { kind: 'focus', x: readNumber(name, x, 0, 1), y: readNumber(name, y, 0, 1) };
  }
  const at = readOneOf(name, kind, [...compass, 'sm', 'fp']) as (typeof compass)[number];
  return { kind: 'compass', at, x: readOffset(name, x), y: readOffset(name, y) };
};

/** Whether there are margins, and a gravity; undefined for none. */
export const readExtend = (
  name: string,
  [isWanted, ...gravity]: readonly string[],
): Gravity | undefined => {
  const at = has(gravity[0]) ? readGravity(name, gravity) : centre;
  if (at.kind === 'attention') throw unexpected(name, 'sm', 'a point, since nothing is cut');
  return readBoolean(isWanted) ? at : undefined;
};

/** A number, also below 0; 0 where it is empty. */
export const readOffset = (name: string, text: string): number => {
  const value = text === '' ? 0 : numberOf(text);
  if (!Number.isFinite(value)) throw unexpected(name, text, 'a number');
  return value;
};

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Types that imgproxy knows and this service does not make. */
const unmade = [
  ...['jxl', 'gif', 'ico', 'svg', 'heic', 'heif', 'bmp', 'tif', 'tiff', 'jp2', 'pdf', 'psd'],
  ...['mp4', 'webm', 'mkv', 'mov'],
];

/** The media type of an extension. @throws AddressError `unsupported` for a type that is not made. */
export const readMediaType = (name: string, text: string | undefined): string => {
  const known = Object.hasOwn(mediaTypes, text ?? '') ? mediaTypes[text ?? ''] : undefined;
  if (known !== undefined) return known;
  const names = Object.keys(mediaTypes);
  if (!unmade.includes(text ?? '')) throw unexpected(name, text, `one of ${names.join(', ')}`);
  const message = `${name}: ${text} is not made here. Ask for one of ${names.join(', ')}.`;
  throw new AddressError('unsupported', message);
};
