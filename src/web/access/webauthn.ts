import type { NewPasskey, PasskeySignIn } from '../../accounts/accounts.ts';

/** What an answer of an authenticator must be for. */
type Expected = Readonly<{
  /** Origin of the pages, and the host name that passkeys are bound to (WebAuthn, section 5.1.2: RP ID). */
  origin: string;
  rpId: string;
  isChallenge: (challenge: string) => boolean;
}>;

/** ES256 and RS256 (RFC 9053, RFC 8812), which all authenticators have one of. */
export const algorithms = [-7, -257];

/**
 * The credential in the answer to `navigator.credentials.create`, as JSON of the browser; undefined where anything
 * about it is wrong. The library that checks it is loaded with the first passkey.
 */
export const newCredentialIn = async (
  answer: string,
  { origin, rpId, isChallenge }: Expected,
): Promise<Omit<NewPasskey, 'name'> | undefined> => {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  return orUndefined(async () => {
    const response = JSON.parse(answer) as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'];
    const attestation = Buffer.from(response.response.attestationObject, 'base64url');
    // No certificate was asked for. The library would fetch addresses that one names.
    if (decodeAttestationObject(attestation).get('attStmt').get('x5c') !== undefined)
      return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  });
};

/** The id and the account (`user.id`) that the answer to `navigator.credentials.get` names; none of it is verified. */
export const claimIn = (answer: string): Readonly<{ id: string; userHandle: string }> => {
  try {
    const { id, response } = JSON.parse(answer) as {
      id: string;
      response: { userHandle?: string };
    };
    const userHandle = Buffer.from(response.userHandle ?? '', 'base64url').toString();
    return { id: String(id), userHandle };
  } catch {
    return { id: '', userHandle: '' };
  }
};

/** The signature counter of a use that the answer to `navigator.credentials.get` proves; undefined where it does not. */
export const provenCounterIn = async (
  answer: string,
  id: string,
  { publicKey, counter }: Pick<PasskeySignIn, 'publicKey' | 'counter'>,
  { origin, rpId, isChallenge }: Expected,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return orUndefined(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(answer) as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
};

/** The library throws plain errors for answers that it refuses, and type errors for those of another form. */
const orUndefined = async <Result>(
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> => {
  try {
    return await check();
  } catch {
    return undefined;
  }
};
