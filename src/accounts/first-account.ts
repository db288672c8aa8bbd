import type { Accounts } from './accounts.ts';

/**
 * Makes an account if there is none, since a service without one is of no use. Resolves with its key,
 * except when that is `key`, which the caller has.
 */
export const firstAccount = async (
  accounts: Accounts,
  key: string | undefined,
): Promise<string | undefined> => {
  if ((await accounts.list()).length > 0) return undefined;
  const made = await accounts.add({ name: 'default', email: 'admin@localhost', key });
  return key === undefined ? made.key : undefined;
};
