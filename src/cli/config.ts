import { derivedValues } from '../config/derived.ts';
import type { LoadedConfig } from '../config/load.ts';
import { settings } from '../config/settings.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { print } from './print.ts';
import { settingsHint } from './settings-help.ts';
import { wrapped } from './table.ts';

/** `shrinkd config`: the settings in effect and where each comes from. Secrets are redacted. */
export const configCommand: Command = {
  name: 'config',
  summary: 'print the settings in effect, and where each comes from',
  help: () => `Usage: shrinkd config [--json] [flags]

Prints the settings in effect, where each comes from (default, file, environment, flag), and what each
does: those that differ from the defaults first. Values that are "derived" are no settings: they follow
from others. ${settingsHint}`,
  flags: {},
  takesWords: false,
  run: (line) => printConfig(line),
};

const printConfig = async ({ flags, json }: CommandLine): Promise<number> => {
  const loaded = loadSettings({ flags });
  return print({ json }, shownValues(loaded), asText(loaded));
};

const shownValues = ({ config, sources, apiKey }: LoadedConfig) => ({
  config,
  sources: allSources(sources),
  ...(apiKey !== undefined && { apiKey: '**redacted**' }),
});

const allSources = (sources: LoadedConfig['sources']): Readonly<Record<string, string>> => ({
  ...sources,
  ...Object.fromEntries(derivedValues.map(({ path }) => [path, 'derived'])),
});

/** One value of the configuration as text. */
type Entry = Readonly<{
  path: string;
  /** In one line of its own where it is long. */
  value: string;
  source: string;
  description?: string;
}>;

const asText = (loaded: LoadedConfig): string => {
  const others = entriesOf(loaded).filter((entry) => !isSet(entry));
  return [
    setText(loaded),
    '',
    'Defaults, and what follows from settings ("derived"):',
    ...others.map(textOf),
  ].join('\n');
};

/** What the file, the environment and the flags set. */
export const setText = (loaded: LoadedConfig): string => {
  const set = entriesOf(loaded).filter(isSet).map(textOf);
  return set.length === 0 ? 'Nothing differs from the defaults.' : ['Set:', ...set].join('\n');
};

const isSet = ({ source }: Entry): boolean => source !== 'default' && source !== 'derived';

const textOf = ({ path, value, source, description }: Entry): string => {
  const line = `${path} = ${value} (${source})`;
  const first = line.length <= 100 ? line : `${path} (${source}) =\n${wrapped(value)}`;
  return description === undefined ? first : `${first}\n${wrapped(description)}`;
};

/** JSON in one line, with spaces at which it may be wrapped. */
const jsonOf = (value: unknown): string =>
  String(JSON.stringify(value, undefined, 1)).replaceAll(/\n */g, ' ');

const entriesOf = ({ config, sources, apiKey }: LoadedConfig): readonly Entry[] => {
  const shownSources = allSources(sources);
  const sourceOf = (path: string): string => shownSources[path] ?? 'default';
  const plain = [...settings, ...derivedValues].map(({ path, unit, description }) => {
    const json = jsonOf(valueAt(config, path));
    const value = unit === undefined || json === 'null' ? json : `${json} ${unit}`;
    return { path, value, source: sourceOf(path), description };
  });
  const named = (['encoders', 'decoders', 'types'] as const).flatMap((group) =>
    Object.entries(config[group]).map(([name, entry]) => {
      const command = 'command' in entry ? entry.command : undefined;
      const value = command?.join(' ') ?? jsonOf(entry);
      return { path: `${group}.${name}`, value, source: sourceOf(`${group}.${name}`) };
    }),
  );
  const stores = Object.entries(config.storage.stores).map(([name, store]) => {
    const path = `storage.stores.${name}`;
    return { path, value: jsonOf(store), source: sourceOf(path) };
  });
  const headers = Object.entries(config.source.headers).map(([origin, values]) => {
    const path = `source.headers.${origin}`;
    return { path, value: jsonOf(values), source: sourceOf('source.headers') };
  });
  const key = { path: 'SHRINKD_API_KEY', value: '**redacted**', source: 'environment' };
  return [...plain, ...(apiKey === undefined ? [] : [key]), ...named, ...headers, ...stores];
};

/** The value at a dotted path. */
const valueAt = (config: object, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], config);
