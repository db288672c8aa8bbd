import { readFileSync } from 'node:fs';
import { likeName } from '../did-you-mean.ts';
import { StartError } from '../errors.ts';
import { isSimdSupported } from '../simd.ts';
import { sentenceOf, validatorOf } from '../schema.ts';
import { validate as check } from '../validators/config.ts';
import { withoutQuotation } from '../redacted.ts';
import type { AllSettings } from './all-settings.ts';
import type { Config, ValueSource } from './config.ts';
import { crossChecks } from './cross-checks.ts';
import { withDerived } from './derived.ts';
import { normalise } from './normalise.ts';
import { placeDefaultData, placePaths } from './paths.ts';
import { fillByPreset } from './presets.ts';
import { secretVariables } from './secret-references.ts';
import { defaults, isTree, type Setting, settings, type Tree, valueOf } from './settings.ts';

export type LoadedConfig = Readonly<{
  config: Config;
  /** Key for the first account (`SHRINKD_API_KEY`). It is no setting because it is a secret. */
  apiKey: string | undefined;
  /** Folders that are searched for programs (`PATH`). */
  path: string;
  /** The source of each setting's value, by dotted path; encoders and types by name, as `encoders.NAME`. */
  sources: Readonly<Record<string, ValueSource>>;
  /** Sentences for the operator: about a mode that this processor rules out. */
  warnings: readonly string[];
}>;

export type ConfigInput = Readonly<{
  /** Flags by their name without dashes, as text. */
  flags: Readonly<Record<string, string | undefined>>;
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether results can be measured on this processor. */
  canMeasure?: boolean;
}>;

const validate = validatorOf<Tree>(check);

/** Exit code for an invalid configuration. */
const badConfigExitCode = 2;

/**
 * The effective configuration: defaults, then the file named by `--config` or `SHRINKD_CONFIG`, then
 * environment variables, then flags.
 * @throws StartError with exit code 2, naming every problem found, each with its path.
 */
export const loadConfig = ({
  flags,
  environment = process.env,
  canMeasure = isSimdSupported(),
}: ConfigInput): LoadedConfig => {
  const file = flags['config'] ?? environment['SHRINKD_CONFIG'];
  const hasFile = file !== undefined && file !== '';
  const given = hasFile ? readConfigFile(file) : {};
  if (hasFile) placePaths(given, file);
  const problems: string[] = [];
  const tree = defaults();
  placeDefaultData(tree);
  const sources: Record<string, ValueSource> = {};
  merge(tree, given, '', sources);
  for (const setting of settings) {
    fill(tree, setting, environment[setting.variable], 'environment', sources, problems);
    fill(tree, setting, flags[setting.flag], 'flag', sources, problems);
  }
  fillByPreset(tree, sources);
  problems.push(...unknownVariables(environment, tree));
  const apiKey = environment['SHRINKD_API_KEY'];
  if (apiKey !== undefined && !/^[A-Za-z0-9]{32}$/.test(apiKey)) {
    problems.push('SHRINKD_API_KEY: expected 32 letters or digits');
  }
  const validated = validate(tree);
  if (!validated.ok) problems.push(...validated.problems.map(sentenceOf));
  const warnings = validated.ok && !canMeasure ? fixMode(tree) : [];
  const config = validated.ok
    ? withDerived(normalise(tree as unknown as AllSettings, environment, problems))
    : undefined;
  if (config !== undefined) problems.push(...crossChecks(config));
  if (config === undefined || problems.length > 0) throw badConfig(problems);
  return { config, apiKey, path: environment['PATH'] ?? '', sources, warnings };
};

/**
 * Fixed mode in place of adaptive mode, for a processor on which results cannot be measured. Gives a sentence for the
 * operator where the mode was another one.
 */
const fixMode = (tree: Tree): readonly string[] => {
  const quality = tree['quality'] as Tree;
  if (quality['mode'] === 'fixed') return [];
  quality['mode'] = 'fixed';
  return [
    'quality.mode is fixed here: results are measured with the SIMD instructions of WebAssembly, which this processor lacks.',
  ];
};

const badConfig = (problems: readonly string[]): StartError =>
  new StartError(
    `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    badConfigExitCode,
  );

const readConfigFile = (file: string): Tree => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw badConfig([`${file}: ${withoutQuotation(message)}`]);
  }
  if (!isTree(parsed)) throw badConfig([`${file}: expected a JSON object`]);
  return parsed;
};

/** Replaces settings one by one. An encoder, decoder or type is replaced as a whole. */
const merge = (
  tree: Tree,
  from: Tree,
  path: string,
  sources: Record<string, ValueSource>,
): void => {
  for (const [name, value] of Object.entries(from)) {
    const childPath = path === '' ? name : `${path}.${name}`;
    const own = Object.hasOwn(tree, name) ? tree[name] : undefined;
    const isEntry = ['encoders', 'decoders', 'types'].includes(path);
    if (!isEntry && isTree(own) && isTree(value)) merge(own, value, childPath, sources);
    else {
      Object.defineProperty(tree, name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
      sources[childPath] = 'file';
    }
  }
};

const fill = (
  tree: Tree,
  setting: Setting,
  text: string | undefined,
  source: ValueSource,
  sources: Record<string, ValueSource>,
  problems: string[],
): void => {
  if (text === undefined) return;
  const value = valueOf(setting, text);
  if (value === undefined) {
    const name = source === 'flag' ? `--${setting.flag}` : setting.variable;
    problems.push(`${name}: expected a ${setting.kind}, got ${JSON.stringify(text)}`);
    return;
  }
  const names = setting.path.split('.');
  const last = names.pop();
  const parent = names.reduce<Tree>((node, name) => node[name] as Tree, tree);
  if (last !== undefined && isTree(parent)) parent[last] = value;
  sources[setting.path] = source;
};

/** Variables with the project's prefix that belong to no setting, most likely spelling mistakes. */
const unknownVariables = (
  environment: NonNullable<ConfigInput['environment']>,
  { storage, source, delivery }: Tree,
): readonly string[] => {
  const known = new Set([
    'SHRINKD_CONFIG',
    'SHRINKD_API_KEY',
    'SHRINKD_CORPUS',
    ...settings.map(({ variable }) => variable),
    ...secretVariables(isTree(storage) ? storage['stores'] : undefined),
    ...secretVariables(isTree(source) ? source['headers'] : undefined),
    ...secretVariables(isTree(delivery) ? delivery['keys'] : undefined),
  ]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('SHRINKD_') && !known.has(name))
    .map((name) => {
      const like = likeName(name, [...known]);
      const hint = like === undefined ? '' : ` (did you mean "${like}"?)`;
      return `${name}: no such setting${hint}; "shrinkd config" lists them`;
    });
};
