import {
  createCipheriv,
  createDecipheriv,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` letters and digits from the cryptographic generator. `randomInt` has no modulo bias. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new API key: 32 letters and digits, 190 bits. */
export const newKey = (): string => randomLetters(32);

/** Whether a text has the form of an API key. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9]{32}$/.test(text);

/**
 * The digest by which an account is found by its key: SHA-256 in hexadecimal. Passwords would need a slow,
 * salted digest. A key does not, since 190 random bits cannot be tried out.
 */
export const keyDigestOf = (key: string): string => hash('sha256', key);

/** Whether two digests are equal, compared in constant time. */
export const isSameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Length of the secret that seals keys. */
export const sealingSecretBytes = 32;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * An API key encrypted with AES-256-GCM, in Base64: initialisation vector, tag, ciphertext. The account's
 * id is authenticated data, so a copy in another account cannot be opened.
 */
export const sealKey = (key: string, accountId: string, secret: Uint8Array): string => {
  // Random vectors are safe for 2^32 keys under one secret; NIST SP 800-38D, section 8.3.
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, secret, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(accountId));
  const ciphertext = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
};

/** The API key that `sealKey` encrypted. Throws when the secret or the account differs, or a byte has changed. */
export const openSealedKey = (sealed: string, accountId: string, secret: Uint8Array): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, secret, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(accountId));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const key = decipher.update(bytes.subarray(ivBytes + tagBytes));
  return Buffer.concat([key, decipher.final()]).toString('utf8');
};
