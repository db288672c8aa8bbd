import { AddressError, invalid } from './address-error.ts';
import { type OptionContext, optionRows } from './option-rows.ts';
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

/** Options by preset name. */
export type Presets = ReadonlyMap<string, readonly (readonly string[])[]>;

/**
 * The presets of the configuration, such as `rs:fill:100:100/q:80`, by name.
 * @throws AddressError for a preset that cannot be used.
 */
export const presetsOf = (
  given: Readonly<Record<string, string>>,
  watermark?: Reading['watermark'],
): Presets => {
  const presets = new Map(
    Object.entries(given).map(([name, text]) => [
      name,
      text.split('/').map((option) => option.split(':')),
    ]),
  );
  for (const name of presets.keys()) {
    try {
      withPreset(noOptions, name, { presets, now: 0, watermark });
    } catch (error) {
      throw invalid(`delivery.presets.${name}: ${(error as AddressError).message}`);
    }
  }
  return presets;
};

/** What a signed path asks for. */
export type Asked = Readonly<{ source: string; options: Options }>;

type Reading = Context & Readonly<{ presets: Presets }>;

/**
 * Reads a signed path. Later options replace earlier ones, and those of `before`.
 * @throws AddressError `invalid`; `unsupported` for types that are not made; `forbidden` for limits of the service.
 */
export const readAddress = (path: string, reading: Reading, before = noOptions): Asked => {
  const { options, source, extension } = addressPartsOf(path);
  const first = reading.presets.has('default') ? withPreset(before, 'default', reading) : before;
  const so = withOptions(first, options, reading);
  if (extension === undefined) return { source, options: so };
  return { source, options: { ...so, mediaType: mediaTypeOf(extension, 'the extension') } };
};

/** `used`: the presets that are being read. */
const withOptions = (
  before: Options,
  options: readonly (readonly string[])[],
  reading: Reading,
  used: readonly string[] = [],
): Options => {
  const context: OptionContext = {
    ...reading,
    withPreset: (so, name) => withPreset(so, name, reading, used),
  };
  return options.reduce((so, [name = '', ...args]) => {
    const row = rowsByName.get(name);
    if (row === undefined) throw unknown(name);
    if (args.length > row.most) {
      throw invalid(`${name}: expected at most ${row.most} arguments, got ${args.length}.`);
    }
    return row.read(args, so, context);
  }, before);
};

/** One that names itself is read once. */
const withPreset = (
  so: Options,
  name: string,
  reading: Reading,
  used: readonly string[] = [],
): Options => {
  const options = reading.presets.get(name);
  if (options === undefined) throw invalid(`preset: there is no preset ${name}.`);
  return used.includes(name) ? so : withOptions(so, options, reading, [...used, name]);
};

const unknown = (name: string): AddressError =>
  limitOptions.includes(name)
    ? new AddressError('forbidden', `${name}: limits are set by the configuration alone.`)
    : invalid(`${name}: this service has no such option. docs/delivery.md lists those it has.`);
