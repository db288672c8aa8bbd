import { defaultText, type Setting, settings } from '../../src/config/settings.ts';
import { code, prose, tableOf } from './markdown.ts';

/** Every setting, in sections. */
export const settingsTables = (): string =>
  Object.entries(sections)
    .map(([title, names]) => {
      const isIn = ({ path }: Setting): boolean =>
        names.some((name) => path === name || path.startsWith(`${name}.`));
      const rows = settings.filter(isIn).map(rowOfSetting);
      return `### ${title}\n\n${tableOf(['setting', 'default', 'what it does'], rows)}`;
    })
    .join('\n\n');

/** The sections of the page, by the first names of their settings. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'Folders, addresses, certificate': [
    ...['dataDir', 'workDir', 'host', 'port', 'publicUrl', 'internal', 'tls'],
  ],
  'Limits of requests and sources': ['limits', 'source'],
  'Queue and tools': ['queue', 'tools'],
  Quality: ['quality', 'wildcardTypes'],
  'Outputs and shared state': ['outputs', 'state'],
  Pages: ['web'],
  'Storage and delivery': ['storage', 'delivery'],
  'Shutdown, log, traces': ['shutdown', 'log', 'tracing'],
};

const rowOfSetting = (setting: Setting): readonly string[] => [
  code(setting.path),
  setting.byPreset === undefined
    ? withUnit(defaultText(setting), setting.unit)
    : defaultText(setting),
  prose(setting.description),
];

const withUnit = (value: string, unit: string | undefined): string =>
  unit === undefined || value === 'null' ? code(value) : `${code(value)} ${unit}`;

/** The settings that most operators set, in few words. */
export const firstSettingsTable = (): string =>
  tableOf(
    ['setting', 'default', 'what it is'],
    firstSettings.map(([path, text]) => [code(path), shownDefault(settingAt(path)), text]),
  );

const firstSettings: readonly (readonly [path: string, text: string])[] = [
  ['dataDir', 'folder of accounts, counts and results: back it up'],
  ['port', 'port of the API'],
  ['publicUrl', 'how clients reach you, such as `https://images.example.org`'],
  [
    'tls.mode',
    '`files` (with `tls.cert` and `tls.key`), or `proxy` where TLS ends before the service',
  ],
  ['quality.preset', '`archive`, `high` or `compact`: how alike results look'],
  ['quality.effort', '`fast`, `balanced` or `best`: CPU for each picture'],
  ['queue.slots', 'tools at once; 0 is the number of CPUs'],
  ['limits.uploadBytes', 'largest upload'],
  ['outputs.maxBytes', 'disk space of results; the longest unused go first'],
  ['outputs.retentionSeconds', 'how long a result is kept after its last use'],
  ['web.registration', '`closed`, `invite`, `approval` or `open`: who can make an account'],
  ['log.level', '`debug`, `info`, `warn`, `error` or `silent`'],
];

const settingAt = (path: string): Setting => {
  const setting = settings.find((each) => each.path === path);
  if (setting === undefined) throw new Error(`There is no setting ${path}.`);
  return setting;
};

const shownDefault = (setting: Setting): string => {
  const { default: value, unit } = setting;
  if (typeof value !== 'number') return code(defaultText(setting));
  if (unit === 'bytes') {
    const [size, name] = value < gibibyte ? [1024 ** 2, 'MiB'] : [gibibyte, 'GiB'];
    return `${value / size} ${name}`;
  }
  return unit === 'seconds' ? `${value / daySeconds} days` : code(String(value));
};

const gibibyte = 1024 ** 3;
const daySeconds = 86_400;
