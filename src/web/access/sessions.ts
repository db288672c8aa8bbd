import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { Session } from '../context.ts';
import { cookieIn, setCookie } from './cookies.ts';
import { createDevices } from './devices.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** How and when the person signed in: by a password, now, unless it is said. */
export type SignInHow = Readonly<Partial<Pick<Session, 'isByLink' | 'issuedAt'>>>;

export type SessionOptions = Readonly<{
  accounts: Pick<Accounts, 'get' | 'getAgain'>;
  /** The secret of the service. Cookies are signed by a key derived from it. */
  secret: Uint8Array;
  /** A session ends so long after the sign-in, and so long after its last request. */
  sessionHours: number;
  idleHours: number;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

const cookieName = '__Host-shrinkd';

const hourMs = 3_600_000;

/** A cookie is written again at most so often. */
const renewalMs = 600_000;

/** Content of a cookie. */
type Ticket = Omit<Session, 'account'> & Pick<Account, 'id' | 'epoch'>;

/**
 * Sessions in signed cookies. Nothing about them is stored, so each node with the same secret accepts them. The
 * account is read with each request, so that its role, and the end of its sessions, count within a second.
 */
export const createSessions = (options: SessionOptions) => {
  const { accounts, secret, sessionHours, idleHours, now } = options;
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'web session', 32));

  const signatureOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

  const cookieOf = (ticket: Ticket): string => {
    const text = textOf(ticket);
    const leftMs = Math.min(idleHours * hourMs, ticket.issuedAt + sessionHours * hourMs - now());
    const maxAge = Math.max(0, Math.floor(leftMs / 1000));
    return setCookie(cookieName, `${text}.${signatureOf(text).toString('base64url')}`, maxAge);
  };

  /** The ticket in a cookie that was signed here and is young enough. */
  const validTicket = (cookie: string): Ticket | undefined => {
    const end = cookie.lastIndexOf('.');
    const [text, signature] = [cookie.slice(0, end), cookie.slice(end + 1)];
    const expected = signatureOf(text);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const ticket = ticketIn(text);
    const isOver =
      now() - ticket.lastSeenAt >= idleHours * hourMs ||
      now() - ticket.issuedAt >= sessionHours * hourMs;
    return isOver ? undefined : ticket;
  };

  /** `Set-Cookie` of a new session. */
  const begin = (
    { id, epoch }: Account,
    { isByLink = false, issuedAt = now() }: SignInHow = {},
  ): string => cookieOf({ id, epoch, issuedAt, lastSeenAt: now(), isByLink });

  /** The session in a `Cookie` header, and where it is to be prolonged, `Set-Cookie` for that. */
  const read = async (
    cookies: string,
  ): Promise<Readonly<{ session: Session; prolonged: string | undefined }> | undefined> => {
    const cookie = cookieIn(cookies, cookieName);
    const ticket = cookie === undefined ? undefined : validTicket(cookie);
    if (ticket === undefined) return undefined;
    const known = await accounts.get(ticket.id);
    // Another node may have added the account, or changed its password, within the last second.
    const isBehind = known === undefined || known.epoch < ticket.epoch;
    const account = isBehind ? await accounts.getAgain(ticket.id) : known;
    if (account === undefined || account.epoch !== ticket.epoch) return undefined;
    if (account.disabled || !account.approved) return undefined;
    const { issuedAt, lastSeenAt, isByLink } = ticket;
    const isOld = now() - lastSeenAt >= renewalMs;
    return {
      session: { account, issuedAt, lastSeenAt, isByLink },
      prolonged: isOld ? cookieOf({ ...ticket, lastSeenAt: now() }) : undefined,
    };
  };

  return {
    begin,
    /** `Set-Cookie` that ends the session of this device. */
    end: setCookie(cookieName, '', 0),
    read,
    devices: createDevices(secret),
  };
};

/** Dots part the fields. No field has one. */
const textOf = ({ id, epoch, issuedAt, lastSeenAt, isByLink }: Ticket): string =>
  [id, epoch, issuedAt, lastSeenAt, isByLink ? 'link' : 'password'].join('.');

/** Reads what `textOf` wrote, as its signature shows. */
const ticketIn = (text: string): Ticket => {
  const [id = '', epoch, issuedAt, lastSeenAt, how] = text.split('.');
  return {
    id,
    epoch: Number(epoch),
    issuedAt: Number(issuedAt),
    lastSeenAt: Number(lastSeenAt),
    isByLink: how === 'link',
  };
};
