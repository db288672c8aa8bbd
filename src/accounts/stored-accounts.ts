import { ServiceError } from '../errors.ts';
import type { AccountsState } from './accounts-file.ts';
import type { Account, Accounts, AccountWithKey, NewAccount } from './accounts.ts';
import * as changes from './changes.ts';
import { newKey, sealingSecretBytes } from './keys.ts';
import { newToken, type StoredLink, storedLinkOf, tokenDigestOf, unexpired } from './links.ts';
import {
  keyFields,
  publicAccount,
  revealedKey,
  type StoredAccount,
  storedAccountOf,
} from './stored-account.ts';

/** Where accounts are kept. */
export type AccountsStore = Readonly<{
  /** All that is stored, as it was at most a second ago. */
  read: () => Promise<AccountsState>;
  /** The account with this API key, disabled or not, as it was at most a second ago. */
  findByKey: (key: string) => Promise<StoredAccount | undefined>;
  /** All that is stored now. */
  readAgain: () => Promise<AccountsState>;
  /**
   * Stores what `edit` makes of all that is stored, and resolves with the result of `edit`. No other change happens
   * meanwhile. Where `edit` rejects, nothing is stored.
   */
  change: <Result>(edit: Edit<Result>) => Promise<Result>;
  /** The secret that seals API keys. */
  readSecret: () => Promise<Uint8Array>;
  /** Creates the secret where there is none. */
  createSecretOnce: () => Promise<void>;
}>;

export type Edit<Result> = (
  state: AccountsState,
) => Promise<Readonly<{ state: AccountsState; result: Result }>>;

/** The accounts in a store. `now`: milliseconds since 1970. */
export const createStoredAccounts = (store: AccountsStore, now: () => number): Accounts => {
  const update = async (
    id: string,
    fieldsOf: (
      account: StoredAccount,
      state: AccountsState,
    ) => Partial<StoredAccount> | Promise<Partial<StoredAccount>>,
  ): Promise<Account> =>
    store.change(async (state) => {
      const account = changes.withId(state, id);
      const changed = { ...account, ...(await fieldsOf(account, state)) };
      return { state: changes.replaced(state, changed), result: publicAccount(changed) };
    });

  /** Adds an account to what `prepare` leaves of the state, with the fields that it gives. */
  const addPrepared = async (
    given: NewAccount,
    prepare: (state: AccountsState) => readonly [AccountsState, Partial<NewAccount>],
  ): Promise<AccountWithKey> => {
    const key = given.key ?? newKey();
    // Refused before the secret is created: a secret without accounts would look like a loss of the accounts.
    storedAccountOf(given, key, now(), new Uint8Array(sealingSecretBytes));
    const account = await store.change(async (before) => {
      const [state, fields] = prepare(before);
      // When there are accounts, a missing secret must be restored, since a new one cannot open their keys.
      if (state.accounts.length === 0) await store.createSecretOnce();
      const added = storedAccountOf({ ...given, ...fields }, key, now(), await store.readSecret());
      return { state: changes.added(state, added), result: publicAccount(added) };
    });
    return { account, key };
  };

  const findLink = async (token: string): Promise<StoredLink | undefined> => {
    const found = linkIn(await store.read(), token, now());
    // A link that another process has just made is found at once, since its user has it already.
    return found ?? linkIn(await store.readAgain(), token, now());
  };

  const rotate: Accounts['rotate'] = async (id) => {
    const key = newKey();
    const fields = async () => keyFields(key, id, await store.readSecret());
    return { account: await update(id, fields), key };
  };

  return {
    findByKey: async (key) => {
      const found = await store.findByKey(key);
      const isUsable = found !== undefined && !found.disabled && found.approved;
      return isUsable ? publicAccount(found) : undefined;
    },
    findBySignIn: async (email) => changes.signInOf(await store.read(), email),
    list: async () => (await store.read()).accounts.map(publicAccount),
    get: async (idOrName) => changes.withIdOrName(await store.read(), idOrName),
    getAgain: async (id) => changes.withIdOrName(await store.readAgain(), id),
    add: (fields) => addPrepared(fields, (state) => [state, {}]),
    update: (id, fields) =>
      update(id, ({ sessionEpoch }) => ({
        ...fields,
        ...(fields.password === undefined ? {} : { sessionEpoch: sessionEpoch + 1 }),
      })),
    approve: (id) => update(id, () => ({ approved: true })),
    endSessions: (id) => update(id, ({ sessionEpoch }) => ({ sessionEpoch: sessionEpoch + 1 })),
    rotate,
    disable: (id) =>
      update(id, ({ sessionEpoch }) => ({ disabled: true, sessionEpoch: sessionEpoch + 1 })),
    enable: (id) => update(id, () => ({ disabled: false })),
    revealKey: async (id) =>
      revealedKey(changes.withId(await store.read(), id), await store.readSecret()),
    addPasskey: (id, passkey) => {
      const createdAt = new Date(now()).toISOString();
      return update(id, (account, state) =>
        changes.withPasskey(state, account, { ...passkey, createdAt }),
      );
    },
    removePasskey: (id, passkeyId) =>
      update(id, (account) => changes.withoutPasskey(account, passkeyId)),
    findByPasskey: async (passkeyId) => changes.passkeySignInOf(await store.read(), passkeyId),
    notePasskeyUse: async (id, passkeyId, counter) => {
      if (counter > 0)
        await update(id, (account) => changes.withCounter(account, passkeyId, counter));
    },
    addLink: async (link) => {
      const token = newToken();
      return store.change(async (state) => {
        if (link.kind === 'signin') changes.withId(state, link.accountId);
        const stored = storedLinkOf(link, token, now());
        const links = [...unexpired(state.links, now()), stored];
        return { state: { ...state, links }, result: { token, link: changes.publicLink(stored) } };
      });
    },
    links: async () => unexpired((await store.read()).links, now()).map(changes.publicLink),
    findLink: async (token) => {
      const link = await findLink(token);
      return link && changes.publicLink(link);
    },
    takeLink: async (token) => {
      // Refused without a change, so that made-up tokens cost no lock.
      if ((await findLink(token)) === undefined) throw unusableLink();
      return store.change(async (before) => {
        const [state, { accountId }] = taken(before, token, now(), 'signin');
        return { state, result: publicAccount(changes.withId(state, accountId ?? '')) };
      });
    },
    addByLink: async (token, account) => {
      if ((await findLink(token)) === undefined) throw unusableLink();
      return addPrepared(account, (before) => {
        const [state, { role, monthlyLimit, requestsPerMinute }] = taken(
          before,
          token,
          now(),
          'invite',
        );
        return [state, { role, monthlyLimit, requestsPerMinute }];
      });
    },
  };
};

const linkIn = (state: AccountsState, token: string, time: number): StoredLink | undefined => {
  const digest = tokenDigestOf(token);
  return unexpired(state.links, time).find((link) => link.digest === digest);
};

/** The state without the link of `token`, and the link. */
const taken = (
  state: AccountsState,
  token: string,
  time: number,
  kind: StoredLink['kind'],
): readonly [AccountsState, StoredLink] => {
  const link = linkIn(state, token, time);
  if (link?.kind !== kind) throw unusableLink();
  const links = unexpired(state.links, time).filter(({ digest }) => digest !== link.digest);
  return [{ ...state, links }, link];
};

const unusableLink = (): ServiceError =>
  new ServiceError('not_found', 'The link has been used or has expired.');
