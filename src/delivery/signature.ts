import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { AddressError } from './address-error.ts';
import { allowedPlaceOf, type SourceRules } from './source-place.ts';

/** A key and a salt as they are, not in hexadecimal digits. */
export type KeyPair = Readonly<{ key: Buffer; salt: Buffer }>;

/** A pair with its name in the configuration, and the id or the name of the account that its results are counted for. */
export type DeliveryKey = KeyPair & Readonly<{ name: string; account: string }>;

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
    const expected = signatureOf(pair, path, bytes);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // Node skips what is no Base64, and two texts would be one signature.
  if (signer === undefined || given.toString('base64url') !== signature) {
    throw new AddressError('forbidden', 'The signature of this address is missing or wrong.');
  }
  return signer;
};

const signatureOf = ({ key, salt }: KeyPair, path: string, bytes: number): Buffer =>
  createHmac('sha256', key).update(salt).update(path).digest().subarray(0, bytes);

export type Addresses = ReturnType<typeof createAddresses>;

/** Makes addresses for those who have a key pair. They begin with `prefix`, such as `/img`. */
export const createAddresses = (
  parts: Readonly<{
    keys: readonly DeliveryKey[];
    prefix: string;
    signatureBytes: number;
    rules: SourceRules;
    accounts: Pick<Accounts, 'get'>;
  }>,
) => {
  const { keys, prefix, signatureBytes, rules, accounts } = parts;
  return {
    prefix,
    /** The pairs of an account, in the order of the configuration. */
    pairsOf: async ({ id }: Account): Promise<readonly DeliveryKey[]> => {
      const owners = await Promise.all(keys.map(({ account }) => accounts.get(account)));
      return keys.filter((_, index) => owners[index]?.id === id);
    },
    /** The path of a signed address, such as `/img/SIGNATURE/w:300/plain/...`; undefined for a source that is not delivered. */
    pathOf: (
      pair: KeyPair,
      { source, options }: Readonly<{ source: string; options: string }>,
    ): string | undefined => {
      if (allowedPlaceOf(source, rules) === undefined) return undefined;
      const path = `/${options}/plain/${encodeURIComponent(source)}`;
      const signature = signatureOf(pair, path, signatureBytes);
      return `${prefix}/${signature.toString('base64url')}${path}`;
    },
  };
};
