import type { Accounts, NewAccount } from './accounts.ts';

/**
 * Creates an account if there is none, since no client can use a service without one. Resolves with its
 * key, unless the caller gave it as `key`.
 */
export const firstAccount = async (
  accounts: Accounts,
  key: string | undefined,
): Promise<string | undefined> => {
  if ((await accounts.list()).length > 0) return undefined;
  const added = await accounts.add({ name: 'default', email: 'admin@localhost', key });
  return key === undefined ? added.key : undefined;
};

/** Creates the account of the demo if there is none. It comes after the first account, which the set-up gives away. */
export const demoAccount = async (
  accounts: Accounts,
  { monthlyLimit }: Pick<NewAccount, 'monthlyLimit'>,
): Promise<void> => {
  if ((await accounts.list()).some(({ role }) => role === 'demo')) return;
  await accounts.add({ name: 'demo', email: 'demo@localhost', role: 'demo', monthlyLimit });
};
