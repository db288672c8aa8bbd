import type { Accounts } from './accounts.ts';

/**
 * Makes an account where there is none, since a service without one could do nothing. Gives its key,
 * unless that is `key`, which the caller knows.
 */
export const firstAccount = async (
  accounts: Accounts,
  key: string | undefined,
): Promise<string | undefined> => {
  if ((await accounts.list()).length > 0) return undefined;
  const made = await accounts.add({ name: 'default', email: 'admin@localhost', key });
  return key === undefined ? made.key : undefined;
};
