import { type Changes, framingTypes } from '../image/framing.ts';
import { invalid } from './address-error.ts';
import type { Options } from './options.ts';
import * as read from './read-arguments.ts';

/** One option of addresses. docs/delivery.md says what it sets. */
export type OptionRow = Readonly<{
  /** The full name, then the short ones. */
  names: Names;
  /** Most arguments. */
  most: number;
  /** The options so far with what this one sets. @throws AddressError. */
  read: (args: readonly string[], so: Options, context: read.Context) => Options;
}>;

type Names = readonly [string, ...string[]];

/** An option that sets a field. */
const field = <K extends keyof Options>(
  names: Names,
  key: K,
  readField: read.ReadIn<Options[K]>,
  most = 1,
): OptionRow => ({
  ...{ names, most },
  read: (args, so, context) => ({ ...so, [key]: readField(args, names[0], context, so) }),
});

/** An option that sets a change of the picture. */
const change = <K extends keyof Changes>(
  names: Names,
  key: K,
  readChange: read.ReadIn<Changes[K]>,
  most = 1,
): OptionRow =>
  field(
    names,
    'changes',
    (args, name, context, so) => ({ ...so.changes, [key]: readChange(args, name, context, so) }),
    most,
  );

/** An option that sets others at once. One whose argument is empty stays as it is. */
const several = (names: Names, rows: readonly OptionRow[]): OptionRow => ({
  names,
  most: rows.reduce((sum, { most }) => sum + most, 0),
  read: (args, so, context) =>
    rows.reduce((set, row, index) => {
      const own = args.slice(index, index + row.most);
      return read.has(own[0]) ? row.read(own, set, context) : set;
    }, so),
});

/** An option for what is always done. */
const onlyTrue = (names: Names): OptionRow => ({
  ...{ names, most: 1 },
  read: (args, so) => {
    if (read.boolean(args)) return so;
    throw invalid(`${names[0]}: expected true. This service does not do without it.`);
  },
});

/** In its place are the options of presets. */
export const presetRow: OptionRow = { names: ['preset', 'pr'], most: 16, read: (_, so) => so };

const resizingType = field(['resizing_type', 'rt'], 'type', read.oneOf(framingTypes));
const size = [
  field(['width', 'w'], 'width', read.integer),
  field(['height', 'h'], 'height', read.integer),
  field(['enlarge', 'el'], 'enlarge', read.boolean),
  change(['extend', 'ex'], 'extend', read.extend, 4),
];

/** Every option that is done. */
export const optionRows: readonly OptionRow[] = [
  several(['resize', 'rs'], [resizingType, ...size]),
  several(['size', 's'], size),
  ...[resizingType, ...size],
  field(['dpr'], 'dpr', read.positive),
  field(['gravity', 'g'], 'gravity', read.gravity, 3),
  field(['crop', 'c'], 'part', read.part, 5),
  change(['trim', 't'], 'trim', read.trim, 4),
  change(['min-width', 'mw'], 'minWidth', read.integer),
  change(['min-height', 'mh'], 'minHeight', read.integer),
  change(['zoom', 'z'], 'zoom', read.zoom, 2),
  change(['rotate', 'rot'], 'angle', read.angle),
  change(['flip', 'fl'], 'flip', read.sides, 2),
  change(['extend_aspect_ratio', 'extend_ar', 'exar'], 'extendRatio', read.extend, 4),
  change(['padding', 'pd'], 'padding', read.padding, 4),
  change(['blur', 'bl'], 'blur', read.numberFrom(0, 1000)),
  change(['sharpen', 'sh'], 'sharpen', read.numberFrom(0, 10)),
  change(['pixelate', 'pix'], 'pixelate', read.integer),
  change(['watermark', 'wm'], 'watermark', read.overlay, 5),
  field(['quality', 'q'], 'quality', read.quality),
  field(['format_quality', 'fq'], 'formatQuality', read.qualities, 16),
  field(['max_bytes', 'mb'], 'maxBytes', read.integer),
  field(['format', 'f', 'ext'], 'mediaType', read.format),
  field(['background', 'bg'], 'background', read.background, 3),
  onlyTrue(['strip_metadata', 'sm']),
  field(['keep_copyright', 'kcr'], 'keepsCopyright', read.boolean),
  onlyTrue(['auto_rotate', 'ar']),
  field(['cachebuster', 'cb'], 'cacheBuster', ([text]) => text || undefined),
  field(['expires', 'exp'], 'expires', read.end),
  field(['filename', 'fn'], 'fileName', read.fileName, 2),
  field(['return_attachment', 'att'], 'isAttachment', read.boolean),
  presetRow,
];
