import type { JWT, OAuth2Client } from 'google-auth-library';
import { type ServiceAccount, serviceAccountOf } from './service-account.ts';
import type { CstoreTarget } from './storage.ts';

/** A client of Google's that holds the right to an upload; the package is loaded by the first one. */
export type AuthClients = (rights: CstoreTarget['rights']) => Promise<OAuth2Client>;

/** Only objects, since that is what we do (Google, OAuth 2.0 scopes). */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write';

/**
 * Makes clients with the access token of a caller, and keeps one for each service account, which gets
 * tokens as it needs them and asks for another before they end.
 */
export const createAuthClients = (): AuthClients => {
  // The accounts are those of the configuration, so their number is bounded.
  const kept = new Map<string, JWT>();
  return async (rights) => {
    const { gaxios, JWT, OAuth2Client } = await import('google-auth-library');

    const clientOf = ({ email, privateKey, tokenUri }: ServiceAccount): JWT => {
      // Attempts are counted by us alone.
      const transporter = new gaxios.Gaxios({ retryConfig: { retry: 0 } });
      // It would ask, and name in what it signs, one address of Google's whatever the key says.
      transporter.interceptors.request.add({
        resolved: (request) => Promise.resolve({ ...request, url: new URL(tokenUri) }),
      });
      const additionalClaims = { aud: tokenUri };
      return new JWT({ email, key: privateKey, scopes: [scope], additionalClaims, transporter });
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
