import type { Account } from './accounts.ts';

/** An account as it is stored. */
export type StoredAccount = Account &
  Readonly<{
    /** From `keyDigestOf`. */
    keyDigest: string;
    /** From `sealKey`. */
    sealedKey: string;
  }>;

type Rule = Readonly<{ accepts: (value: unknown) => boolean; expected: string }>;

const matching = (pattern: RegExp, expected: string): Rule => ({
  accepts: (value) => typeof value === 'string' && pattern.test(value),
  expected,
});

const wholeNumberOrNull = (least: number): Rule => ({
  accepts: (value) =>
    value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= least),
  expected: `null or a whole number from ${least}`,
});

/** What each field must be. Names and e-mail addresses go into headers, so they have no control characters. */
const rules: Readonly<Record<keyof StoredAccount, Rule>> = {
  id: matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits'),
  name: matching(/^\P{Cc}{1,200}$/u, '1 to 200 characters, none of them a control character'),
  email: matching(/^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'an e-mail address'),
  disabled: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
  createdAt: {
    accepts: (value) => typeof value === 'string' && isIsoTime(value),
    expected: 'a time like "2026-11-21T10:00:00.000Z"',
  },
  monthlyLimit: wholeNumberOrNull(0),
  requestsPerMinute: wholeNumberOrNull(1),
  keyDigest: matching(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  sealedKey: matching(/^[A-Za-z0-9+/]{80}$/, '80 characters of Base64'),
};

const isIsoTime = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
};

/**
 * One sentence for each wrong field of an account. Values are not quoted, because a file that was edited by
 * hand may have a secret in any field.
 */
export const accountProblemsOf = (account: object): string[] => {
  const entries = new Map<string, unknown>(Object.entries(account));
  const wrong = Object.entries(rules)
    .filter(([field, rule]) => !rule.accepts(entries.get(field)))
    .map(([field, rule]) => `"${field}" must be ${rule.expected}.`);
  const unknown = [...entries.keys()].filter((field) => !Object.hasOwn(rules, field));
  return [...wrong, ...unknown.map((field) => `"${field}" is not known.`)];
};
