import { ServiceError } from '../errors.ts';
import type { AccountsState } from './accounts-file.ts';
import type { Standing } from './accounts.ts';
import { linkIdOf, type StoredLink, tokenDigestOf } from './links.ts';
import { isCurrent } from './standing.ts';
import type { StoredAccount } from './stored-account.ts';

/**
 * The account that a sign-in link is to be made for, as it is now.
 * @throws ServiceError `bad_request` where it cannot sign in.
 */
export const signInStanding = ({
  id,
  epoch,
  disabled,
  approved,
  role,
}: StoredAccount): Standing => {
  if (!disabled && approved && role !== 'demo') return { id, epoch };
  const why = role === 'demo' ? 'of the demo' : disabled ? 'disabled' : 'not approved yet';
  throw new ServiceError('bad_request', `Account ${id} cannot sign in: it is ${why}.`);
};

/** The links that work at `now`: they have not expired, and the rights of whom they are for and who made them last. */
export const usable = ({ accounts, links }: AccountsState, now: number): readonly StoredLink[] =>
  links.filter(
    ({ expiresAt, account, createdBy }) =>
      Date.parse(expiresAt) > now &&
      [account, createdBy].every((standing) => standing === null || isCurrent(accounts, standing)),
  );

/** The link of a token, where it works at `now`. */
export const linkIn = (
  state: AccountsState,
  token: string,
  now: number,
): StoredLink | undefined => {
  const digest = tokenDigestOf(token);
  return usable(state, now).find((link) => link.digest === digest);
};

/** The state without the link of `token`, and the link. @throws ServiceError `not_found`. */
export const taken = (
  state: AccountsState,
  token: string,
  now: number,
  kind: StoredLink['kind'],
): readonly [AccountsState, StoredLink] => {
  const link = linkIn(state, token, now);
  if (link?.kind !== kind) throw unusableLink();
  return [withoutLink(state, now, link), link];
};

/** The state without the link that has this id. @throws ServiceError `not_found`. */
export const revoked = (state: AccountsState, id: string, now: number): AccountsState => {
  const link = usable(state, now).find(({ digest }) => linkIdOf(digest) === id);
  if (link === undefined) throw unusableLink();
  return withoutLink(state, now, link);
};

const withoutLink = (state: AccountsState, now: number, link: StoredLink): AccountsState => ({
  ...state,
  links: usable(state, now).filter(({ digest }) => digest !== link.digest),
});

export const unusableLink = (): ServiceError =>
  new ServiceError('not_found', 'The link was used or revoked, or has expired.');
