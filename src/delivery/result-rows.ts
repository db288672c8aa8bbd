import { invalid } from './address-error.ts';
import { has, type OptionRow } from './option-row.ts';
import type { Options } from './options.ts';
import { readBoolean, readHexColour, readInteger, readMediaType } from './read-arguments.ts';

/** The options of the file that is made, and of the answer. */
export const resultRows: readonly OptionRow[] = [
  {
    names: ['quality', 'q'],
    args: '0 to 100',
    sets: 'The quality of JPEG, WebP and AVIF. 0, or no such option: searched for each picture by `quality.target`.',
    read: ([text], so) => ({ ...so, quality: readInteger('quality', text, 100) }),
  },
  {
    names: ['format_quality', 'fq'],
    args: 'format:quality:format:quality',
    most: 16,
    sets: 'The quality of one type each. It counts before quality.',
    read: (args, so) => ({ ...so, formatQuality: { ...so.formatQuality, ...qualities(args) } }),
  },
  {
    names: ['max_bytes', 'mb'],
    args: 'bytes',
    sets: 'The quality is lowered until the result has at most so many bytes. A PNG is left as it is.',
    read: ([text], so) => ({ ...so, maxBytes: readInteger('max_bytes', text) }),
  },
  {
    names: ['format', 'f', 'ext'],
    args: 'jpg, png, webp, avif, or auto',
    sets: 'The type. auto or best, or no such option and no extension: by `Accept`.',
    read: ([text], so) => ({ ...so, mediaType: formatOf(text) }),
  },
  {
    names: ['background', 'bg'],
    args: 'hex, or R:G:B',
    most: 3,
    sets: 'The colour that fills what is transparent. Empty: none.',
    read: (args, so) => ({ ...so, background: backgroundOf(args) }),
  },
  {
    names: ['strip_metadata', 'sm'],
    args: 'boolean',
    sets: 'Metadata is always removed, so that only true is taken.',
    read: ([text], so) => onlyTrue('strip_metadata', text, so),
  },
  {
    names: ['keep_copyright', 'kcr'],
    args: 'boolean',
    sets: 'Whether the copyright of the source is kept. Not by default.',
    read: ([text], so) => ({ ...so, keepsCopyright: readBoolean(text) }),
  },
  {
    names: ['auto_rotate', 'ar'],
    args: 'boolean',
    sets: 'Pictures are always upright, so that only true is taken.',
    read: ([text], so) => onlyTrue('auto_rotate', text, so),
  },
  {
    names: ['cachebuster', 'cb'],
    args: 'text',
    sets: 'A version of the source. A result with one is kept and cached for a year.',
    read: ([text], so) => ({ ...so, cacheBuster: has(text) ? text : undefined }),
  },
  {
    names: ['expires', 'exp'],
    args: 'seconds since 1970',
    sets: 'From then on the address is answered 404. 0: never.',
    read: ([text], so, { now }) => {
      const end = readInteger('expires', text);
      if (end > 0 && end < now) throw invalid('The address has expired.');
      return { ...so, expires: end };
    },
  },
  {
    names: ['filename', 'fn'],
    args: 'name:encoded',
    most: 2,
    sets: 'The name in `Content-Disposition`, without an extension. If encoded is true, it is URL-safe Base64.',
    read: ([name = '', encoded], so) => ({ ...so, fileName: fileNameOf(name, encoded) }),
  },
  {
    names: ['return_attachment', 'att'],
    args: 'boolean',
    sets: 'Whether browsers save the picture in place of showing it.',
    read: ([text], so) => ({ ...so, isAttachment: readBoolean(text) }),
  },
  {
    names: ['preset', 'pr'],
    args: 'name:name',
    most: 16,
    sets: 'The options of `delivery.presets`, in its place. The preset `default` comes before all others.',
    read: (names, so, { withPresets }) => withPresets(names, so),
  },
];

const qualities = (args: readonly string[]): Record<string, number> => {
  if (args.length % 2 !== 0) throw invalid(`format_quality: no quality for ${args.at(-1)}.`);
  const pairs = args.flatMap((text, index) => (index % 2 === 0 ? [[text, args[index + 1]]] : []));
  return Object.fromEntries(
    pairs.map(([format, quality]) => [
      readMediaType('format_quality', format),
      readInteger('format_quality', quality, 100),
    ]),
  );
};

const formatOf = (text: string | undefined): string | undefined =>
  text === 'auto' || text === 'best' ? undefined : readMediaType('format', text);

const backgroundOf = (args: readonly string[]): Options['background'] => {
  const [first = ''] = args;
  if (args.length === 3) {
    const [red, green, blue] = args.map((text) => readInteger('background', text, 255));
    return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0 };
  }
  if (args.length !== 1) throw invalid('background: expected one or three arguments.');
  return first === '' ? undefined : readHexColour('background', first);
};

const onlyTrue = (name: string, text: string | undefined, so: Options): Options => {
  if (readBoolean(text)) return so;
  throw invalid(`${name}: expected true. This service does not do without it.`);
};

const fileNameOf = (name: string, encoded: string | undefined): string =>
  readBoolean(encoded) ? Buffer.from(name, 'base64url').toString('utf8') : name;
