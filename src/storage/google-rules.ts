import type { ExpiryRule } from './object-client.ts';

/** A lifecycle rule of a bucket at Google. */
export type GoogleRule = Readonly<{
  action?: Readonly<{ type?: string }>;
  condition?: Readonly<{ age?: number; matchesPrefix?: readonly string[] }>;
}>;

/** The expiry in a rule with no other conditions; one prefix each. */
export const expiryOf = ({ action, condition = {} }: GoogleRule): readonly ExpiryRule[] => {
  const { age: days, matchesPrefix = [''], ...others } = condition;
  const isPlain = action?.type === 'Delete' && Object.keys(others).length === 0;
  return isPlain && days !== undefined ? matchesPrefix.map((prefix) => ({ prefix, days })) : [];
};

/** The rules with those that are wanted, instead of others for the same prefixes. */
export const withExpiry = (
  rules: readonly GoogleRule[],
  wanted: readonly ExpiryRule[],
): readonly GoogleRule[] => [
  ...rules.filter((rule) => !isFor(rule, wanted)),
  ...wanted.map(({ prefix, days }) => ({
    action: { type: 'Delete' },
    condition: { age: days, matchesPrefix: [prefix] },
  })),
];

const isFor = (rule: GoogleRule, wanted: readonly ExpiryRule[]): boolean =>
  rule.condition?.matchesPrefix?.length === 1 &&
  expiryOf(rule).some(({ prefix }) => wanted.some((own) => own.prefix === prefix));
