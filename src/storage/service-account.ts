import { createPrivateKey, createSign } from 'node:crypto';

/** What a service account's key says (the JSON file that Google gives out). */
export type ServiceAccount = Readonly<{ email: string; privateKey: string; tokenUri: string }>;

/** Undefined where the text is no such key. */
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

/** Only objects, since that is what we do (Google, OAuth 2.0 scopes). */
const scope = 'https://www.googleapis.com/auth/devstorage.read_write';

/** Longest that Google allows. */
const validSeconds = 3600;

/**
 * The form by which a service account asks for an access token. Source: RFC 7523, section 2.1; the
 * signature is RS256 (RFC 7518, section 3.3).
 */
export const tokenForm = ({ email, privateKey, tokenUri }: ServiceAccount, now: number): string => {
  const issuedAt = Math.floor(now / 1000);
  const claims = { iss: email, scope, aud: tokenUri, iat: issuedAt, exp: issuedAt + validSeconds };
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map(encoded).join('.');
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url');
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${text}.${signature}`,
  }).toString();
};

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
