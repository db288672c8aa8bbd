import type { Account, Accounts } from '../accounts/accounts.ts';
import { type KeyPair, signatureOf } from './signature.ts';
import { allowedPlaceOf, type SourceRules } from './source-place.ts';

/** A key pair with the name that the configuration gives it. */
type NamedPair = KeyPair & Readonly<{ name: string; account: string }>;

/** Makes addresses for those who have a key pair. */
export type Addresses = Readonly<{
  /** Where addresses begin, such as `/img`. */
  prefix: string;
  /** The pairs of an account, in the order of the configuration. */
  pairsOf: (account: Account) => Promise<readonly NamedPair[]>;
  /** The path of a signed address, such as `/img/SIGNATURE/w:300/plain/...`; undefined for a source that is not delivered. */
  pathOf: (
    pair: KeyPair,
    asked: Readonly<{ source: string; options: string }>,
  ) => string | undefined;
}>;

type AddressParts = Readonly<{
  keys: readonly NamedPair[];
  prefix: string;
  signatureBytes: number;
  rules: SourceRules;
  accounts: Pick<Accounts, 'get'>;
}>;

export const createAddresses = (parts: AddressParts): Addresses => {
  const { keys, prefix, signatureBytes, rules, accounts } = parts;
  return {
    prefix,
    pairsOf: async ({ id }) => {
      const owners = await Promise.all(keys.map(({ account }) => accounts.get(account)));
      return keys.filter((_, index) => owners[index]?.id === id);
    },
    pathOf: (pair, { source, options }) => {
      if (allowedPlaceOf(source, rules) === undefined) return undefined;
      const path = `/${options}/plain/${encodeURIComponent(source)}`;
      const signature = signatureOf(pair, path).subarray(0, signatureBytes);
      return `${prefix}/${signature.toString('base64url')}${path}`;
    },
  };
};
