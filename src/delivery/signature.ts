import { createHmac, timingSafeEqual } from 'node:crypto';
import { AddressError } from './address-error.ts';

/** A key and a salt as they are, not in hexadecimal digits. */
export type KeyPair = Readonly<{ key: Buffer; salt: Buffer }>;

/**
 * The pair that has signed `path`, which begins with a slash. All pairs are tried, and each is compared in constant
 * time, before anything in the path is read. A signature has the first `bytes` of the HMAC.
 * @throws AddressError `forbidden`.
 */
export const signerOf = <Pair extends KeyPair>(
  pairs: readonly Pair[],
  { signature, path }: Readonly<{ signature: string; path: string }>,
  bytes: number,
): Pair => {
  const given = Buffer.from(signature, 'base64url');
  const signer = pairs.find((pair) => {
    const expected = signatureOf(pair, path).subarray(0, bytes);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // Node skips what is no Base64, and two texts would be one signature.
  if (signer === undefined || given.toString('base64url') !== signature) {
    throw new AddressError('forbidden', 'The signature of this address is missing or wrong.');
  }
  return signer;
};

/** The HMAC-SHA256 of a path, which begins with a slash. */
export const signatureOf = ({ key, salt }: KeyPair, path: string): Buffer =>
  createHmac('sha256', key).update(salt).update(path).digest();
