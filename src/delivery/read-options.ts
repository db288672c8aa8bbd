import { AddressError, invalid } from './address-error.ts';
import { type OptionRow, optionRows, presetRow } from './option-rows.ts';
import { noOptions, type Options } from './options.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Context } from './read-arguments.ts';
import { addressPartsOf } from './target.ts';

const rowsByName = new Map(optionRows.flatMap((row) => row.names.map((name) => [name, row])));

/** Options with which an address would set limits of the service. */
const limitOptions = [
  ...['max_src_resolution', 'msr', 'max_src_file_size', 'msfs', 'max_animation_frames', 'maf'],
  ...['max_animation_frame_resolution', 'mafr', 'max_result_dimension', 'mrd'],
];

/** Options, such as `q:80`, by preset name. */
type Presets = ReadonlyMap<string, readonly string[]>;

export type Reading = Context & Readonly<{ presets: Presets }>;

/**
 * The presets of the configuration, such as `rs:fill:100:100/q:80`, by name.
 * @throws AddressError for a preset that cannot be used.
 */
export const presetsOf = (
  given: Readonly<Record<string, string>>,
  watermark?: Reading['watermark'],
): Presets => {
  const presets = new Map(Object.entries(given).map(([name, text]) => [name, text.split('/')]));
  for (const name of presets.keys()) {
    try {
      withOptions(noOptions, [`preset:${name}`], { presets, now: 0, watermark });
    } catch (error) {
      throw invalid(`delivery.presets.${name}: ${(error as AddressError).message}`);
    }
  }
  return presets;
};

/**
 * What a signed path asks for. Later options replace earlier ones, and those of `before`.
 * @throws AddressError `invalid`; `unsupported` for types that are not made; `forbidden` for limits of the service.
 */
export const readAddress = (
  path: string,
  reading: Reading,
  before = noOptions,
): Readonly<{ source: string; options: Options }> => {
  const { options, source, extension } = addressPartsOf(path);
  const first = reading.presets.has('default') ? ['preset:default'] : [];
  const so = withOptions(before, [...first, ...options], reading);
  if (extension === undefined) return { source, options: so };
  return { source, options: { ...so, mediaType: mediaTypeOf(extension, 'the extension') } };
};

const withOptions = (before: Options, given: readonly string[], reading: Reading): Options =>
  rowsOf(given, reading.presets).reduce((so, { row, args }) => row.read(args, so, reading), before);

/** Options with their rows, and those of presets in their place. One that names itself is read once. */
const rowsOf = (
  given: readonly string[],
  presets: Presets,
  used: readonly string[] = [],
): readonly Readonly<{ row: OptionRow; args: readonly string[] }>[] =>
  given.flatMap((option) => {
    const [name = '', ...args] = option.split(':');
    const row = rowsByName.get(name);
    if (row === undefined) throw unknown(name);
    if (args.length > row.most) {
      throw invalid(`${name}: expected at most ${row.most} arguments, got ${args.length}.`);
    }
    if (row !== presetRow) return [{ row, args }];
    return args.flatMap((preset) => {
      const own = presets.get(preset);
      if (own === undefined) throw invalid(`preset: there is no preset ${preset}.`);
      return used.includes(preset) ? [] : rowsOf(own, presets, [...used, preset]);
    });
  });

const unknown = (name: string): AddressError =>
  limitOptions.includes(name)
    ? new AddressError('forbidden', `${name}: limits are set by the configuration alone.`)
    : invalid(`${name}: this service has no such option. docs/delivery.md lists those it has.`);
