import { ServiceError } from '../errors.ts';
import type { Standing } from './accounts.ts';
import type { AccountsStore } from './store.ts';
import type { StoredAccount } from './stored-account.ts';

/** Whether the rights of a standing last: its account is there, and none of the changes below has happened since. */
export const isCurrent = (accounts: readonly Standing[], { id, epoch }: Standing): boolean =>
  accounts.some((account) => account.id === id && account.epoch === epoch);

/** The epoch of a changed account: the next one where the change ends rights (docs/accounts.md has the table). */
export const epochAfter = (before: StoredAccount, after: StoredAccount): number => {
  const isEnd =
    (after.disabled && !before.disabled) ||
    after.role !== before.role ||
    after.email !== before.email ||
    after.password !== before.password;
  return isEnd ? before.epoch + 1 : after.epoch;
};

/** The store, as long as the rights of a standing last. @throws ServiceError `unauthorized` after that. */
export const onBehalfOf = (store: AccountsStore, standing: Standing): AccountsStore => ({
  ...store,
  readAgain: async () => checked(await store.readAgain(), standing),
  // In the change itself, since rights may end while a form is being worked on, or on another node.
  change: (edit) => store.change(async (state) => edit(checked(state, standing))),
});

const checked = <State extends Readonly<{ accounts: readonly Standing[] }>>(
  state: State,
  standing: Standing,
): State => {
  if (isCurrent(state.accounts, standing)) return state;
  throw new ServiceError('unauthorized', 'Sign in first.');
};
