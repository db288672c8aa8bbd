import { readFileSync } from 'node:fs';

/** One setting that can be given as text: a leaf of the schema, without encoders, decoders and types. */
export type Setting = Readonly<{
  /** Dotted path in the config file: `outputs.maxBytes`. */
  path: string;
  /** Environment variable: `SHRINKD_OUTPUTS_MAX_BYTES`. */
  variable: string;
  /** Flag without dashes: `outputs-max-bytes`. */
  flag: string;
  kind: 'text' | 'number' | 'boolean' | 'list';
  nullable: boolean;
  /** Whether it is the path of a file or folder. */
  isPath: boolean;
  /** Undefined where `quality.preset` decides. */
  default: unknown;
  /** The value by `quality.preset`, where nothing else is given; undefined where no preset decides. */
  byPreset: Readonly<Record<string, unknown>> | undefined;
  unit: string | undefined;
  description: string;
}>;

type SchemaNode = Readonly<{
  type?: string | readonly string[];
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, SchemaNode>>;
  default?: unknown;
  description?: string;
  'x-flag'?: string;
  'x-unit'?: string;
  'x-path'?: boolean;
  'x-presets'?: Readonly<Record<string, unknown>>;
}>;

/** The schema that describes every setting (`schemas/config.json`). */
export const configSchema = JSON.parse(
  readFileSync(new URL('../../schemas/config.json', import.meta.url), 'utf8'),
) as SchemaNode & object;

/** All settings that flags and environment variables can fill, in the schema's order. */
export const settings: readonly Setting[] = leavesOf(configSchema, '');

/** Settings as a config file has them, nested. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The default of every setting, encoders and types included, nested as in a config file; but for those of presets. */
export const defaults = (): Tree => defaultsOf(configSchema);

/** What a setting is where nothing is given, as text. */
export const defaultText = ({ default: value, byPreset }: Setting): string =>
  byPreset === undefined
    ? JSON.stringify(value)
    : Object.entries(byPreset)
        .map(([preset, each]) => `${preset}: ${JSON.stringify(each)}`)
        .join(', ');

/** The value of a text; undefined for an invalid one. Items of a list are separated by commas. */
export const valueOf = (setting: Setting, text: string): unknown => {
  switch (setting.kind) {
    case 'text':
      return text;
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'boolean':
      return booleans.get(text.toLowerCase());
    case 'number': {
      if (setting.nullable && text === 'null') return null;
      const number = Number(text);
      return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
    }
    default:
      return setting.kind satisfies never;
  }
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function leavesOf(node: SchemaNode, path: string): readonly Setting[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const childPath = path === '' ? name : `${path}.${name}`;
    if (child.properties !== undefined) return leavesOf(child, childPath);
    return child.type === 'object' ? [] : [settingOf(childPath, child)];
  });
}

function settingOf(path: string, node: SchemaNode): Setting {
  const names = namesOf(path);
  const types = node.type === undefined ? ['string'] : [node.type].flat();
  return {
    ...names,
    flag: node['x-flag'] ?? names.flag,
    kind: kindOf(types),
    nullable: types.includes('null'),
    isPath: node['x-path'] ?? false,
    default: node.default,
    byPreset: node['x-presets'],
    unit: node['x-unit'],
    description: node.description ?? '',
  };
}

function namesOf(path: string): Pick<Setting, 'path' | 'variable' | 'flag'> {
  const words = path.split('.').flatMap((name) => name.split(/(?=[A-Z])/));
  return {
    path,
    variable: `SHRINKD_${words.join('_').toUpperCase()}`,
    flag: words.join('-').toLowerCase(),
  };
}

function kindOf(types: readonly string[]): Setting['kind'] {
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  return types.includes('array') ? 'list' : 'text';
}

function defaultsOf(node: SchemaNode): Tree {
  return Object.fromEntries(
    Object.entries(node.properties ?? {}).map(([name, child]) => [
      name,
      child.properties === undefined ? structuredClone(child.default) : defaultsOf(child),
    ]),
  );
}
