import { type Colour, colourOf } from '../image/colour.ts';
import type { Changes } from '../image/framing.ts';
import { centre, compass, type Gravity } from '../image/gravity.ts';
import type { Overlay } from '../image/overlay.ts';
import type { OverlayPicture, Padding } from '../image/pixel-steps.ts';
import type { Size } from '../image/rectangle.ts';
import type { Trim } from '../image/trim.ts';
import { invalid, unexpected } from './address-error.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Options } from './options.ts';

/** Reads the arguments of an option. @throws AddressError with its name and what was expected. */
export type Read<T> = (args: readonly string[], name: string) => T;

/** The same, for what depends on more than them. `so`: the options so far. */
export type ReadIn<T> = (
  ...given: readonly [...args: Parameters<Read<T>>, context: Context, so: Options]
) => T;

/** What options depend on besides the address. */
export type Context = Readonly<{
  /** Seconds since 1970. */
  now: number;
  /** What the option watermark lays over pictures; undefined: the configuration has none. */
  watermark?: OverlayPicture | undefined;
}>;

/** Whether an argument is there and not empty. */
export const has = (text: string | undefined): text is string => text !== undefined && text !== '';

const numeric =
  (form: RegExp, least: number, most: number, expected: string): Read<number> =>
  ([text = ''], name) => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw unexpected(name, text, expected);
  };

const rangeOf = (least: number, most: number): string =>
  most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const { MAX_VALUE: largest, MIN_VALUE: aboveZero } = Number;

export const numberFrom = (least: number, most = largest): Read<number> =>
  numeric(decimal, least, most, `a number ${rangeOf(least, most)}`);

export const positive = numeric(decimal, aboveZero, largest, 'a number above 0');

const anyNumber = numeric(decimal, -largest, largest, 'a number');

/** Also below 0; 0 where it is empty. */
const offset: Read<number> = ([text = ''], name) => (text === '' ? 0 : anyNumber([text], name));

/** A whole number from 0 on, without a point. */
const integerTo = (most: number): Read<number> =>
  numeric(/^\+?\d+$/, 0, most, `an integer ${rangeOf(0, most)}`);

export const integer = integerTo(Number.MAX_SAFE_INTEGER);

/** Anything else is false (Go, strconv.ParseBool, whose errors imgproxy logs). */
export const boolean = ([text = '']: readonly string[]): boolean =>
  ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text);

export const oneOf =
  <const T extends string>(all: readonly T[]): Read<T> =>
  ([text = ''], name) => {
    const found = all.find((each) => each === text);
    if (found === undefined) throw unexpected(name, text, `one of ${all.join(', ')}`);
    return found;
  };

/** Three or six hexadecimal digits. */
const hexColour: Read<Colour> = ([text = ''], name) => {
  const colour = colourOf(`#${text.length === 3 ? text.replaceAll(/./g, '$&$&') : text}`);
  if (colour === undefined) throw unexpected(name, text, 'three or six hexadecimal digits');
  return colour;
};

/** `sm`, `fp:x:y`, or a point of the compass with offsets that may be left out. */
export const gravity: Read<Gravity> = (args, name) => {
  const [kind = '', x = '', y = '', ...more] = args;
  if (more.length > 0) throw unexpected(name, args.join(':'), 'at most a point and two offsets');
  if (kind === 'sm') {
    if (args.length > 1) throw unexpected(name, args.join(':'), 'no arguments after sm');
    return { kind: 'attention' };
  }
  if (kind === 'fp') return { kind: 'focus', x: share([x], name), y: share([y], name) };
  const at = oneOf([...compass, 'sm', 'fp'])([kind], name) as (typeof compass)[number];
  return { kind: 'compass', at, x: offset([x], name), y: offset([y], name) };
};

const share = numberFrom(0, 1);

/** Whether there are margins, and a gravity; undefined for none. */
export const extend: Read<Gravity | undefined> = ([isWanted = '', ...point], name) => {
  const at = has(point[0]) ? gravity(point, name) : centre;
  if (at.kind === 'attention') throw unexpected(name, 'sm', 'a point, since nothing is cut');
  return boolean([isWanted]) ? at : undefined;
};

export const part: Read<Options['part']> = ([x = '', y = '0', ...point], name) => {
  const [width, height] = [numberFrom(0)([x], name), numberFrom(0)([y], name)];
  const at = point.length === 0 ? undefined : gravity(point, name);
  return width === 0 && height === 0 ? undefined : { width, height, gravity: at };
};

export const sides = ([horizontal = '', vertical = '']: readonly string[]) => ({
  horizontal: boolean([horizontal]),
  vertical: boolean([vertical]),
});

export const trim: Read<Trim | undefined> = ([threshold, colour, ...edges], name) =>
  has(threshold)
    ? {
        threshold: numberFrom(0)([threshold], name),
        colour: has(colour) ? hexColour([colour], name) : undefined,
        isEqual: sides(edges),
      }
    : undefined;

export const zoom: Read<Size> = ([x = '', y = x], name) => ({
  width: positive([x], name),
  height: positive([y], name),
});

export const angle: Read<Changes['angle']> = (args, name) => {
  const turn = numberFrom(-360)(args, name);
  const found = ([0, 90, 180, 270] as const).find((each) => each === (turn + 360) % 360);
  if (found === undefined) throw invalid(`${name}: expected a multiple of 90, got ${turn}.`);
  return found;
};

export const padding: Read<Padding> = (args, name) => {
  const given = args.map((text) => (has(text) ? integer([text], name) : undefined));
  const [top = 0, right = top, bottom = top, left = right] = given;
  return { top, right, bottom, left };
};

export const overlay: ReadIn<Overlay | undefined> = (
  [visible = '', position, x = '', y = '', scale],
  name,
  { watermark: picture },
) => {
  const opacity = share([visible], name);
  const at = has(position) ? oneOf([...compass, 're'])([position], name) : 'ce';
  const between = { x: offset([x], name), y: offset([y], name) };
  const size = has(scale) ? positive([scale], name) : 0;
  if (at === 're' && Math.min(between.x, between.y) < 0) {
    throw invalid(`${name}: expected offsets of at least 0 with re.`);
  }
  if (picture === undefined) {
    throw invalid(`${name}: the configuration has no picture for it (delivery.watermark).`);
  }
  return opacity === 0 ? undefined : { picture, opacity, at, ...between, scale: size };
};

export const quality = integerTo(100);

export const qualities: ReadIn<Options['formatQuality']> = (args, name, _context, so) => {
  if (args.length % 2 !== 0) throw invalid(`${name}: no quality for ${args.at(-1)}.`);
  const pairs = args.flatMap((text, index) =>
    index % 2 === 0 ? [[mediaTypeOf(text, name), quality(args.slice(index + 1), name)]] : [],
  );
  return { ...so.formatQuality, ...Object.fromEntries(pairs) };
};

export const background: Read<Colour | undefined> = (args, name) => {
  if (args.length === 3) {
    const [red = 0, green = 0, blue = 0] = args.map((text) => integerTo(255)([text], name));
    return { red, green, blue };
  }
  if (args.length !== 1) throw invalid(`${name}: expected one or three arguments.`);
  return has(args[0]) ? hexColour(args, name) : undefined;
};

export const format: Read<string | undefined> = ([given = ''], name) =>
  ['auto', 'best'].includes(given) ? undefined : mediaTypeOf(given, name);

export const fileName: Read<string> = ([name = '', encoded = '']) =>
  boolean([encoded]) ? Buffer.from(name, 'base64url').toString('utf8') : name;

/** Seconds since 1970 that have not passed, or 0. */
export const end: ReadIn<number> = (args, name, { now }) => {
  const seconds = integer(args, name);
  if (seconds > 0 && seconds < now) throw invalid('The address has expired.');
  return seconds;
};
