/** What a field of the accounts file must be. */
export type Rule = Readonly<{ accepts: (value: unknown) => boolean; expected: string }>;

export type Rules<Field extends string> = Readonly<Record<Field, Rule>>;

/**
 * One sentence for each field that breaks its rule, or has none. Values are not quoted, because a file that
 * was edited by hand may have a secret in any field.
 */
export const problemsIn = (object: object, rules: Rules<string>): string[] => {
  const entries = new Map<string, unknown>(Object.entries(object));
  const wrong = Object.entries(rules)
    .filter(([field, rule]) => !rule.accepts(entries.get(field)))
    .map(([field, rule]) => `"${field}" must be ${rule.expected}.`);
  const unknown = [...entries.keys()].filter((field) => !Object.hasOwn(rules, field));
  return [...wrong, ...unknown.map((field) => `"${field}" is not known.`)];
};

export const matching = (pattern: RegExp, expected: string): Rule => ({
  accepts: (value) => typeof value === 'string' && pattern.test(value),
  expected,
});

export const wholeNumber = (least: number): Rule => ({
  accepts: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least,
  expected: `a whole number from ${least}`,
});

export const oneOf = (...values: readonly string[]): Rule => ({
  accepts: (value) => typeof value === 'string' && values.includes(value),
  expected: values.map((value) => `"${value}"`).join(' or '),
});

export const orNull = (rule: Rule): Rule => ({
  accepts: (value) => value === null || rule.accepts(value),
  expected: `null or ${rule.expected}`,
});

/** A list of at most `most` values that follow one rule. */
export const listOf = (most: number, rule: Rule): Rule => ({
  accepts: (value) => Array.isArray(value) && value.length <= most && value.every(rule.accepts),
  expected: `a list of at most ${most}, each of them ${rule.expected}`,
});

/** An object whose fields follow these rules. */
export const objectOf = <Field extends string>(rules: Rules<Field>): Rule => ({
  accepts: (value) =>
    typeof value === 'object' && value !== null && problemsIn(value, rules).length === 0,
  expected: `an object with ${Object.keys(rules).join(', ')}`,
});

export const boolean: Rule = {
  accepts: (value) => typeof value === 'boolean',
  expected: 'true or false',
};

/** A time as `Date.toISOString` writes it. */
export const time: Rule = {
  accepts: (value) => typeof value === 'string' && isIsoTime(value),
  expected: 'a time like "2026-11-21T10:00:00.000Z"',
};

const isIsoTime = (text: string): boolean => {
  const parsed = Date.parse(text);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString() === text;
};
