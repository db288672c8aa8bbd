import type { AccountsState } from './accounts-file.ts';
import type { Account, Accounts, AccountWithKey, NewAccount, Standing } from './accounts.ts';
import * as changes from './changes.ts';
import { newKey, sealingSecretBytes } from './keys.ts';
import { linkIn, revoked, signInStanding, taken, unusableLink, usable } from './link-changes.ts';
import { newToken, publicLink, type StoredLink, storedLinkOf } from './links.ts';
import { epochAfter, onBehalfOf } from './standing.ts';
import type { AccountsStore } from './store.ts';
import {
  keyFields,
  publicAccount,
  revealedKey,
  type StoredAccount,
  storedAccountOf,
} from './stored-account.ts';

/** The accounts in a store. `now`: milliseconds since 1970. `actor`: on whose behalf they are changed; see `as`. */
export const createStoredAccounts = (
  store: AccountsStore,
  now: () => number,
  actor?: Standing,
): Accounts => {
  const update = async (
    id: string,
    fieldsOf: (
      account: StoredAccount,
      state: AccountsState,
    ) => Partial<StoredAccount> | Promise<Partial<StoredAccount>>,
  ): Promise<Account> =>
    store.change(async (state) => {
      const account = changes.withId(state, id);
      const fields = { ...account, ...(await fieldsOf(account, state)) };
      const changed = { ...fields, epoch: epochAfter(account, fields) };
      changes.refuseRoleOfDemo(account, changed);
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

  const maker = actor === undefined ? null : { id: actor.id, epoch: actor.epoch };

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
    as: (standing) => createStoredAccounts(onBehalfOf(store, standing), now, standing),
    add: (fields) =>
      addPrepared(fields, (state) => {
        const yields = fields.yieldsAddress === true && changes.hasSignIn(state, fields.email);
        return [state, yields ? { password: undefined } : {}];
      }),
    update: (id, fields) => update(id, () => fields),
    approve: (id) => update(id, () => ({ approved: true })),
    endSessions: (id) => update(id, ({ epoch }) => ({ epoch: epoch + 1 })),
    rotate,
    disable: (id) => update(id, () => ({ disabled: true })),
    enable: (id) => update(id, () => ({ disabled: false })),
    remove: (id) =>
      store.change(async (before) => {
        const state = changes.removed(before, id);
        return { state: { ...state, links: usable(state, now()) }, result: undefined };
      }),
    revealKey: async (id) =>
      revealedKey(changes.withId(await store.readAgain(), id), await store.readSecret()),
    addPasskey: (id, passkey) => {
      const createdAt = new Date(now()).toISOString();
      return update(id, (account, state) =>
        changes.withPasskey(state, account, { ...passkey, createdAt }),
      );
    },
    removePasskey: (id, passkeyId) =>
      update(id, (account) => changes.withoutPasskey(account, passkeyId)),
    // A passkey that was just removed, perhaps on another node, must begin no session: that would stay.
    findByPasskey: async (passkeyId) => changes.passkeySignInOf(await store.readAgain(), passkeyId),
    notePasskeyUse: async (id, passkeyId, counter) => {
      if (counter > 0)
        await update(id, (account) => changes.withCounter(account, passkeyId, counter));
    },
    addLink: async (link) => {
      const token = newToken();
      return store.change(async (state) => {
        const account =
          link.kind === 'signin' ? signInStanding(changes.withId(state, link.accountId)) : null;
        const stored = storedLinkOf(link, token, now(), { account, createdBy: maker });
        const links = [...usable(state, now()), stored];
        return { state: { ...state, links }, result: { token, link: publicLink(stored) } };
      });
    },
    links: async () => usable(await store.read(), now()).map(publicLink),
    revokeLink: (id) =>
      store.change(async (state) => ({ state: revoked(state, id, now()), result: undefined })),
    findLink: async (token) => {
      const link = await findLink(token);
      return link && publicLink(link);
    },
    takeLink: async (token) => {
      // Refused without a change, so that made-up tokens cost no lock.
      if ((await findLink(token)) === undefined) throw unusableLink();
      return store.change(async (before) => {
        const [state, { account }] = taken(before, token, now(), 'signin');
        return { state, result: publicAccount(changes.withId(state, account?.id ?? '')) };
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
