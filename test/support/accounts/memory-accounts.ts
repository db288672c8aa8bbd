import type { AccountsState } from '../../../src/accounts/accounts-file.ts';
import type { Accounts } from '../../../src/accounts/accounts.ts';
import { keyDigestOf, sealingSecretBytes } from '../../../src/accounts/keys.ts';
import { createStoredAccounts } from '../../../src/accounts/stored-accounts.ts';

/** Accounts that forget everything with the process, for tests of what uses accounts. */
export const createMemoryAccounts = ({ now }: Readonly<{ now: () => number }>): Accounts => {
  let stored: AccountsState = { accounts: [], links: [] };
  let changes = Promise.resolve<unknown>(undefined);
  const read = async (): Promise<AccountsState> => stored;
  return createStoredAccounts(
    {
      read,
      readAgain: read,
      findByKey: async (key) =>
        stored.accounts.find(({ keyDigest }) => keyDigest === keyDigestOf(key)),
      change: (edit) => {
        const change = changes.then(async () => {
          const { state, result } = await edit(stored);
          stored = state;
          return result;
        });
        changes = change.catch(() => undefined);
        return change;
      },
      readSecret: async () => new Uint8Array(sealingSecretBytes),
      createSecretOnce: async () => undefined,
    },
    now,
  );
};
