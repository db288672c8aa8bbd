import { randomBytes } from 'node:crypto';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import { hasCode, ServiceError } from '../../errors.ts';
import type { Once } from '../../state/once.ts';
import { challengeMs, createChallenges } from './challenges.ts';
import { cookieIn, setCookie } from './cookies.ts';
import { algorithms, claimIn, newCredentialIn, provenCounterIn } from './webauthn.ts';

export type Passkeys = ReturnType<typeof createPasskeys>;

type PasskeysOptions = Readonly<{
  accounts: Pick<Accounts, 'as' | 'findByPasskey' | 'notePasskeyUse'>;
  once: Once;
  /** Address of the pages, with the name of a host. */
  publicUrl: string;
  /** The secret of the service. Challenges are signed by a key derived from it. */
  secret: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** Binds a request for a passkey to the browser that made it, so that no other one can send the answer. */
const cookieName = '__Host-shrinkd-passkey';

/** Passkeys: an authenticator signs a challenge of the service (WebAuthn Level 3). */
export const createPasskeys = (options: PasskeysOptions) => {
  const { accounts, once, publicUrl } = options;
  const { origin, hostname: rpId } = new URL(publicUrl);
  const challenges = createChallenges(options);

  /** Options of `navigator.credentials.create`, as JSON. `account` alone can use them, until its sessions end. */
  const creationFor = (account: Account): object => ({
    challenge: challenges.make(bindingOf(account)),
    rp: { id: rpId, name: 'shrinkd' },
    user: { id: base64Of(account.id), name: account.email, displayName: account.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: account.passkeys.map(({ id }) => ({ type: 'public-key', id })),
    // Stored by the authenticator with its account, so that signing in needs no e-mail address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    timeout: challengeMs,
  });

  /**
   * Adds the passkey in the answer of the browser.
   * @throws ServiceError `bad_request` where it is not accepted; and as `Accounts.addPasskey` does.
   */
  const add = async (account: Account, name: string, answer: string): Promise<void> => {
    const { isChallenge, isFirstUse } = oneUse(bindingOf(account));
    const credential = await newCredentialIn(answer, { origin, rpId, isChallenge });
    if (credential === undefined || !(await isFirstUse())) {
      throw new ServiceError('bad_request', 'The passkey was not accepted.');
    }
    await accounts.as(account).addPasskey(account.id, { ...credential, name });
  };

  /** Options of `navigator.credentials.get`, as JSON, and the cookie that binds them to the browser. */
  const request = () => {
    const browser = randomBytes(16).toString('base64url');
    return {
      options: {
        challenge: challenges.make(`sign-in ${browser}`),
        rpId,
        userVerification: 'required',
        timeout: challengeMs,
      },
      cookie: setCookie(cookieName, browser, challengeMs / 1000, 'Strict'),
    };
  };

  /** The account that the answer of the browser proves, once; undefined where it proves none. */
  const signIn = async (cookies: string, answer: string): Promise<Account | undefined> => {
    const browser = cookieIn(cookies, cookieName);
    const { id, userHandle } = claimIn(answer);
    const found = await accounts.findByPasskey(id);
    if (browser === undefined || found === undefined) return undefined;
    const { account } = found;
    if (userHandle !== account.id) return undefined;
    const { isChallenge, isFirstUse } = oneUse(`sign-in ${browser}`);
    const counter = await provenCounterIn(answer, id, found, { origin, rpId, isChallenge });
    if (counter === undefined || !(await isFirstUse())) return undefined;
    return (await isNoted(account, id, counter)) ? account : undefined;
  };

  /** Checks one challenge, and uses it up when all else about the answer is right. */
  const oneUse = (binding: string) => {
    let nonce: string | undefined;
    return {
      isChallenge: (challenge: string): boolean => {
        nonce = challenges.nonceOf(challenge, binding);
        return nonce !== undefined;
      },
      // A challenge is accepted from one clock's future to its past, so for twice its time at most.
      isFirstUse: async (): Promise<boolean> =>
        nonce !== undefined && once.use(nonce, 2 * challengeMs),
    };
  };

  /** False where another use with this counter was noted at the same time, or the passkey was removed. */
  const isNoted = async ({ id }: Account, passkeyId: string, counter: number): Promise<boolean> => {
    try {
      await accounts.notePasskeyUse(id, passkeyId, counter);
      return true;
    } catch (error) {
      if (hasCode(error, 'bad_request', 'not_found')) return false;
      throw error;
    }
  };

  return { creationFor, add, request, signIn };
};

const bindingOf = ({ id, epoch }: Account): string => `add ${id} ${epoch}`;

const base64Of = (text: string): string => Buffer.from(text).toString('base64url');
