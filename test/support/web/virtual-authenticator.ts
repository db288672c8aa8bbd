import type { Page } from 'playwright-core';

/** The authenticator of a page, as Chromium pretends it: one that asks for a fingerprint and gets the right one. */
type VirtualAuthenticator = Readonly<{
  /** Its passkeys, to be put into another one. */
  credentials: () => Promise<readonly Credential[]>;
  put: (credential: Credential) => Promise<void>;
}>;

export type Credential = Readonly<{
  credentialId: string;
  isResidentCredential: boolean;
  privateKey: string;
  signCount: number;
  rpId?: string;
  userHandle?: string;
}>;

export const addAuthenticator = async (page: Page): Promise<VirtualAuthenticator> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    put: async (credential) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
};
