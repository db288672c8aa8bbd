import { createPrivateKey } from 'node:crypto';
import type { JWT, OAuth2Client } from 'google-auth-library';
import type { CstorePlace } from './object-client.ts';

/** A client of Google's package with these rights. The first one loads the package. */
export type GoogleAuth = (rights: CstorePlace['rights']) => Promise<OAuth2Client>;

/** `read_write`: objects. `full_control`: also the rules of a bucket (Google, OAuth 2.0 scopes). */
export type Scope = 'read_write' | 'full_control';

/**
 * Creates a client for the access token of a caller. Keeps a client for each service account; it gets tokens
 * and renews them before they expire.
 */
export const createGoogleAuth = (scope: Scope = 'read_write'): GoogleAuth => {
  // Bounded, since only the configuration names service accounts.
  const kept = new Map<string, JWT>();
  return async (rights) => {
    const { gaxios, JWT, OAuth2Client } = await import('google-auth-library');

    const clientOf = ({ email, privateKey, tokenUri }: ServiceAccount): JWT => {
      // `attempts` makes all attempts.
      const transporter = new gaxios.Gaxios({ retryConfig: { retry: 0 } });
      // The package would request tokens at Google's address, even where the key names another.
      transporter.interceptors.request.add({
        resolved: async (request) =>
          String(request.url) === googleTokenUri ? { ...request, url: new URL(tokenUri) } : request,
      });
      const additionalClaims = { aud: tokenUri };
      const scopes = [`https://www.googleapis.com/auth/devstorage.${scope}`];
      return new JWT({ email, key: privateKey, scopes, additionalClaims, transporter });
    };

    if ('accessToken' in rights) {
      return new OAuth2Client({ credentials: { access_token: rights.accessToken.reveal() } });
    }
    const account = serviceAccountOf(rights.serviceAccountKey.reveal());
    if (account === undefined) throw new Error('the key of a service account is not one');
    const name = JSON.stringify([account.tokenUri, account.email, account.privateKey]);
    const client = kept.get(name) ?? clientOf(account);
    kept.set(name, client);
    return client;
  };
};

const googleTokenUri = 'https://oauth2.googleapis.com/token';

/** The fields of a service account's key, the JSON file that is downloaded from Google. */
type ServiceAccount = Readonly<{ email: string; privateKey: string; tokenUri: string }>;

/** The key in `text`; undefined where it is no such key. */
export const serviceAccountOf = (text: string): ServiceAccount | undefined => {
  const { client_email: email, private_key: privateKey, token_uri: tokenUri } = fieldsOf(text);
  return typeof email === 'string' &&
    typeof privateKey === 'string' &&
    isPrivateKey(privateKey) &&
    typeof tokenUri === 'string' &&
    URL.canParse(tokenUri)
    ? { email, privateKey, tokenUri }
    : undefined;
};

const isPrivateKey = (text: string): boolean => {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

const fieldsOf = (text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
};
