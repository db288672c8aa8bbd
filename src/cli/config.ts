import { derivedValues } from '../config/derived.ts';
import type { LoadedConfig } from '../config/load.ts';
import { settings } from '../config/settings.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { settingsHint } from './settings-help.ts';
import { tableOf } from './table.ts';

/** `shrinkd config`: the settings in effect and where each comes from. Secrets are redacted. */
export const configCommand: Command = {
  name: 'config',
  summary: 'print the settings in effect, and where each comes from',
  help: () => `Usage: shrinkd config [--json] [flags]

Prints the settings in effect, where each comes from (default, file, environment, flag), and what each
does. The values with the source "derived" are no settings: they follow from others. ${settingsHint}`,
  flags: {},
  takesWords: false,
  run: (line) => printConfig(line),
};

const printConfig = async ({ flags, json }: CommandLine): Promise<number> => {
  const loaded = loadSettings({ flags });
  console.log(json ? asJson(loaded) : asText(loaded));
  return 0;
};

const asJson = ({ config, sources, apiKey }: LoadedConfig): string =>
  JSON.stringify({ config, sources: allSources(sources), apiKey: redacted(apiKey) }, undefined, 2);

const allSources = (sources: LoadedConfig['sources']): Readonly<Record<string, string>> => ({
  ...sources,
  ...Object.fromEntries(derivedValues.map(({ path }) => [path, 'derived'])),
});

const redacted = (secret: string | undefined): string | undefined =>
  secret === undefined ? undefined : '**redacted**';

const asText = ({ config, sources, apiKey }: LoadedConfig): string => {
  const shownSources = allSources(sources);
  const rows = [...settings, ...derivedValues].map(({ path, unit, description }) => [
    path,
    JSON.stringify(valueAt(config, path)),
    shownSources[path] ?? 'default',
    unit ?? '',
    description,
  ]);
  const entries = (['encoders', 'decoders', 'types'] as const).flatMap((group) =>
    Object.entries(config[group]).map(([name, entry]) => {
      const command = 'command' in entry ? entry.command : undefined;
      const shown = command?.join(' ') ?? JSON.stringify(entry);
      return [`${group}.${name}`, shown, sources[`${group}.${name}`] ?? 'default'];
    }),
  );
  const stores = Object.entries(config.storage.stores).map(([name, store]) => {
    const path = `storage.stores.${name}`;
    return [path, JSON.stringify(store), sources[path] ?? 'default'];
  });
  const headers = Object.entries(config.source.headers).map(([origin, values]) => {
    const path = 'source.headers';
    return [`${path}.${origin}`, JSON.stringify(values), sources[path] ?? 'default'];
  });
  const key = apiKey === undefined ? [] : [['SHRINKD_API_KEY', '**redacted**', 'environment']];
  return [
    tableOf([['setting', 'value', 'source', 'unit', 'description'], ...rows, ...key]),
    '',
    tableOf([...entries, ...headers, ...stores]),
  ].join('\n');
};

/** The value at a dotted path. */
export const valueAt = (config: object, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], config);
