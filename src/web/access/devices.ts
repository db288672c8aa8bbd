import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../accounts/accounts.ts';
import { cookieIn, setCookie } from './cookies.ts';

export type Devices = ReturnType<typeof createDevices>;

const cookieName = '__Host-shrinkd-device';

/** As long as browsers keep a cookie at most (RFC 6265bis). */
const maxAgeSeconds = 400 * 86_400;

/**
 * Devices that an account has signed in on, by a signed cookie that stays when the session ends. It is no right: its
 * owner finds a place at the next sign-in while strangers have taken all others.
 */
export const createDevices = (secret: Uint8Array) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'web device', 32));

  const markOf = (id: string): Buffer => createHmac('sha256', key).update(id).digest();

  return {
    /** `Set-Cookie` for a device that an account has just signed in on. */
    remember: ({ id }: Pick<Account, 'id'>): string =>
      setCookie(cookieName, markOf(id).toString('base64url'), maxAgeSeconds),
    /** Whether the `Cookie` header is of a device that this account has signed in on last. */
    isKnown: (cookies: string, { id }: Pick<Account, 'id'>): boolean => {
      const given = Buffer.from(cookieIn(cookies, cookieName) ?? '', 'base64url');
      const expected = markOf(id);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
