import { randomBytes } from 'node:crypto';
import {
  matching,
  oneOf,
  orNull,
  problemsIn,
  type Rules,
  time,
  wholeNumber,
} from './field-rules.ts';
import { keyDigestOf } from './keys.ts';
import type { Link, NewLink } from './accounts.ts';

/** How long sign-in links work: long enough to send one by chat. */
export const signInLinkMinutes = 15;

/** How long invitations work. */
export const inviteDays = 5;

/** A link as it is stored. */
export type StoredLink = Link & Readonly<{ digest: string }>;

/** A token for a link or the set-up: 256 bits in Base64 for URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The digest by which a link is found. */
export const tokenDigestOf = keyDigestOf;

const minuteMs = 60_000;

/** The link of `token`, made at `now` (milliseconds since 1970). */
export const storedLinkOf = (link: NewLink, token: string, now: number): StoredLink => {
  const isInvite = link.kind === 'invite';
  const validMs = isInvite ? inviteDays * 24 * 60 * minuteMs : signInLinkMinutes * minuteMs;
  return {
    digest: tokenDigestOf(token),
    kind: link.kind,
    accountId: isInvite ? null : link.accountId,
    email: (isInvite ? link.email : null) ?? null,
    role: (isInvite ? link.role : undefined) ?? 'user',
    monthlyLimit: (isInvite ? link.monthlyLimit : null) ?? null,
    requestsPerMinute: (isInvite ? link.requestsPerMinute : null) ?? null,
    expiresAt: new Date(now + validMs).toISOString(),
    createdBy: link.createdBy ?? null,
  };
};

/** The links that still work at `now`. */
export const unexpired = (links: readonly StoredLink[], now: number): readonly StoredLink[] =>
  links.filter(({ expiresAt }) => Date.parse(expiresAt) > now);

/** What each field of a link must be. */
const rules: Rules<keyof StoredLink> = {
  digest: matching(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  kind: oneOf('invite', 'signin'),
  accountId: orNull(matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits')),
  email: orNull(matching(/^(?=.{3,254}$)[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'an e-mail address')),
  role: oneOf('user', 'admin'),
  monthlyLimit: orNull(wholeNumber(0)),
  requestsPerMinute: orNull(wholeNumber(1)),
  expiresAt: time,
  createdBy: orNull(matching(/^acct_[A-Za-z0-9]{16}$/, '"acct_" and 16 letters or digits')),
};

/** One sentence for each wrong field of a link. */
export const linkProblemsOf = (link: object): string[] => problemsIn(link, rules);
