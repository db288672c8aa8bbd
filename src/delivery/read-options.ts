import { AddressError, invalid } from './address-error.ts';
import { changeRows } from './change-rows.ts';
import type { OptionContext, OptionRow } from './option-row.ts';
import { noOptions, type Options } from './options.ts';
import { readMediaType } from './read-arguments.ts';
import { resultRows } from './result-rows.ts';
import { sizeRows } from './size-rows.ts';
import { addressPartsOf } from './target.ts';

/** Every option that is done. The parser, its errors and the table of docs/delivery.md come from these rows. */
export const optionRows: readonly OptionRow[] = [...sizeRows, ...changeRows, ...resultRows];

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
      readerOf({ presets, now: 0, watermark }).withPresets([name], noOptions);
    } catch (error) {
      throw invalid(`delivery.presets.${name}: ${(error as AddressError).message}`);
    }
  }
  return presets;
};

/** What a signed path asks for. */
export type Asked = Readonly<{ source: string; options: Options }>;

type Reading = Pick<OptionContext, 'now' | 'watermark'> & Readonly<{ presets: Presets }>;

/**
 * Reads a signed path. Later options replace earlier ones, and those of `before`.
 * @throws AddressError `invalid`; `unsupported` for types that are not made; `forbidden` for limits of the service.
 */
export const readAddress = (path: string, reading: Reading, before = noOptions): Asked => {
  const { options, source, extension } = addressPartsOf(path);
  const { read, withPresets } = readerOf(reading);
  const first = reading.presets.has('default') ? withPresets(['default'], before) : before;
  const so = options.reduce(read, first);
  const mediaType =
    extension === undefined ? so.mediaType : readMediaType('the extension', extension);
  return { source, options: { ...so, mediaType } };
};

type Reader = Readonly<{
  read: (so: Options, option: readonly string[]) => Options;
  withPresets: (names: readonly string[], so: Options) => Options;
}>;

/** `used`: the presets that are being read. One that names itself is read once. */
const readerOf = (reading: Reading, used: readonly string[] = []): Reader => {
  const { presets } = reading;
  const withPresets: Reader['withPresets'] = (names, before) =>
    names.reduce((so, name) => {
      const options = presets.get(name);
      if (options === undefined) throw invalid(`preset: there is no preset ${name}.`);
      if (used.includes(name)) return so;
      return options.reduce(readerOf(reading, [...used, name]).read, so);
    }, before);
  const read: Reader['read'] = (so, [name = '', ...args]) => {
    const row = rowsByName.get(name);
    if (row === undefined) throw unknown(name);
    const { most = 1 } = row;
    if (args.length > most) {
      throw invalid(`${name}: expected at most ${most} arguments, got ${args.length}.`);
    }
    return row.read(args, so, { ...reading, withPresets });
  };
  return { read, withPresets };
};

const unknown = (name: string): AddressError =>
  limitOptions.includes(name)
    ? new AddressError('forbidden', `${name}: limits are set by the configuration alone.`)
    : invalid(`${name}: this service has no such option. docs/delivery.md lists those it has.`);
