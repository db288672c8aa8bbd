import { createPrivateKey } from 'node:crypto';

/** The fields of a service account's key, the JSON file that is downloaded from Google. */
export type ServiceAccount = Readonly<{ email: string; privateKey: string; tokenUri: string }>;

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
