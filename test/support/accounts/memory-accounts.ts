import type { Account, Accounts } from '../../../src/accounts/accounts.ts';
import { isKey, newKey, randomLetters } from '../../../src/accounts/keys.ts';
import { ServiceError } from '../../../src/errors.ts';

type Entry = Readonly<{ account: Account; key: string }>;

/** Accounts that forget everything with the process, for tests of what uses accounts. */
export const createMemoryAccounts = ({ now }: Readonly<{ now: () => number }>): Accounts => {
  const entries = new Map<string, Entry>();

  const entryOf = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry === undefined) throw new ServiceError('not_found', `There is no account "${id}".`);
    return entry;
  };
  const store = (entry: Entry): Entry => {
    entries.set(entry.account.id, entry);
    return entry;
  };
  const setDisabled = async (id: string, disabled: boolean): Promise<Account> => {
    const { account, key } = entryOf(id);
    return store({ account: { ...account, disabled }, key }).account;
  };

  return {
    findByKey: async (key) =>
      entries.values().find((entry) => entry.key === key && !entry.account.disabled)?.account,
    list: async () => [...entries.values()].map(({ account }) => account),
    get: async (idOrName) => {
      const named = entries.values().filter(({ account }) => account.name === idOrName);
      const found = [...(entries.has(idOrName) ? [entryOf(idOrName)] : named)];
      if (found.length > 1) throw new ServiceError('bad_request', 'Several accounts.');
      return found[0]?.account;
    },
    add: async ({ name, email, key = newKey(), monthlyLimit, requestsPerMinute }) => {
      const isTaken = entries.values().some((entry) => entry.key === key);
      if (!isKey(key) || isTaken || name === '' || !email.includes('@')) {
        throw new ServiceError('bad_request', 'The account is unusable.');
      }
      return store({
        account: {
          id: `acct_${randomLetters(16)}`,
          name,
          email,
          disabled: false,
          createdAt: new Date(now()).toISOString(),
          monthlyLimit: monthlyLimit ?? null,
          requestsPerMinute: requestsPerMinute ?? null,
        },
        key,
      });
    },
    rotate: async (id) => store({ account: entryOf(id).account, key: newKey() }),
    disable: (id) => setDisabled(id, true),
    enable: (id) => setDisabled(id, false),
    revealKey: async (id) => entryOf(id).key,
  };
};
