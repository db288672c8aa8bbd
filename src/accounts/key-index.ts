import { isSameDigest, keyDigestOf } from './keys.ts';
import type { StoredAccount } from './stored-account.ts';

/** Finds the account with an API key, disabled or not. */
export const keyIndexOf = (
  accounts: readonly StoredAccount[],
): ((key: string) => StoredAccount | undefined) => {
  const byDigestStart = Map.groupBy(accounts, ({ keyDigest }) => digestStartOf(keyDigest));
  return (key) => {
    const digest = keyDigestOf(key);
    const candidates = byDigestStart.get(digestStartOf(digest)) ?? [];
    return candidates.find(({ keyDigest }) => isSameDigest(keyDigest, digest));
  };
};

/** The first 32 bits. Their look-up is not in constant time and may reveal them; the comparison of all bits is. */
const digestStartOf = (digest: string): string => digest.slice(0, 8);
