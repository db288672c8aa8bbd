import { randomBytes } from 'node:crypto';
import type { Standing } from './accounts.ts';
import {
  matching,
  objectOf,
  oneOf,
  orNull,
  problemsIn,
  type Rules,
  time,
  wholeNumber,
} from './field-rules.ts';
import { keyDigestOf } from './keys.ts';
import type { Link, NewLink } from './link.ts';
import { emailAddress } from '../names.ts';

/** How long sign-in links work: long enough to send one by chat. */
export const signInLinkMinutes = 15;

/** How long invitations work. */
const inviteDays = 5;

/** A link as it is stored. */
export type StoredLink = Omit<Link, 'id' | 'accountId' | 'createdBy'> &
  Readonly<{
    digest: string;
    /** The account to sign in to, and the administrator who made the link, as they were then. */
    account: Standing | null;
    createdBy: Standing | null;
  }>;

/** A link without its digest and without epochs. */
export const publicLink = ({ digest, account, createdBy, ...link }: StoredLink): Link => ({
  ...link,
  id: linkIdOf(digest),
  accountId: account?.id ?? null,
  createdBy: createdBy?.id ?? null,
});

/** What names a link where its token must not be shown. */
export const linkIdOf = (digest: string): string => digest.slice(0, 16);

/** A token for a link or the set-up: 256 bits in Base64 for URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The digest by which a link is found. */
export const tokenDigestOf = keyDigestOf;

const minuteMs = 60_000;

/**
 * The link of `token`, made at `now` (milliseconds since 1970). `account`: to sign in to. `createdBy`: null for the
 * operator.
 */
export const storedLinkOf = (
  link: NewLink,
  token: string,
  now: number,
  { account, createdBy }: Pick<StoredLink, 'account' | 'createdBy'>,
): StoredLink => {
  const isInvite = link.kind === 'invite';
  const validMs = isInvite ? inviteDays * 24 * 60 * minuteMs : signInLinkMinutes * minuteMs;
  return {
    digest: tokenDigestOf(token),
    kind: link.kind,
    account,
    email: (isInvite ? link.email : null) ?? null,
    role: (isInvite ? link.role : undefined) ?? 'user',
    monthlyLimit: (isInvite ? link.monthlyLimit : null) ?? null,
    requestsPerMinute: (isInvite ? link.requestsPerMinute : null) ?? null,
    expiresAt: new Date(now + validMs).toISOString(),
    createdBy,
  };
};

const id = matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits');
const standing = orNull(objectOf<keyof Standing>({ id, epoch: wholeNumber(0) }));

/** What each field of a link must be. */
const rules: Rules<keyof StoredLink> = {
  digest: matching(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  kind: oneOf('invite', 'signin'),
  account: standing,
  email: orNull(matching(emailAddress, 'an e-mail address')),
  role: oneOf('user', 'admin'),
  monthlyLimit: orNull(wholeNumber(0)),
  requestsPerMinute: orNull(wholeNumber(1)),
  expiresAt: time,
  createdBy: standing,
};

/** One sentence for each wrong field of a link. */
export const linkProblemsOf = (link: object): string[] => problemsIn(link, rules);
