import { settings } from './settings.ts';

type Values = Record<string, unknown>;
type Texts = Readonly<Record<string, string | undefined>>;

/** What an operator gives: the object in the config file, environment variables, and flags by name. */
export type GivenSettings = Readonly<{ file: Values; environment: Texts; flags: Texts }>;

/**
 * The same settings with former names replaced by present ones, and a warning for each. Where the file, the
 * environment or the flags have both names, the present one counts.
 */
export const withPresentNames = (
  given: GivenSettings,
): GivenSettings & Readonly<{ warnings: readonly string[] }> => {
  const file = structuredClone(given.file);
  const environment = { ...given.environment };
  const flags = { ...given.flags };
  const warnings: string[] = [];
  const rename = (values: Values, from: string, to: string, prefix: string): void => {
    if (values[from] === undefined) return;
    values[to] ??= values[from];
    delete values[from];
    warnings.push(
      `${prefix}${from} is now ${prefix}${to}. The former name is accepted until the next release.`,
    );
  };
  for (const { path, variable, flag, former } of settings) {
    if (former === undefined) continue;
    const groups = path.split('.');
    const name = groups.pop() ?? '';
    const values = groups.reduce<unknown>((node, each) => isObject(node) && node[each], file);
    if (isObject(values))
      rename(values, former.name, name, groups.map((each) => `${each}.`).join(''));
    rename(environment, former.variable, variable, '');
    rename(flags, former.flag, flag, '--');
  }
  return { file, environment, flags, warnings };
};

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
