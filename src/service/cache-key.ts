import { hash } from 'node:crypto';

/** All that a result depends on besides its source and the operation. */
export type ResultSettings = Readonly<{
  encoders: object;
  decoders: object;
  types: object;
  quality: object;
  /** Versions of the tools, by name. */
  versions: object;
  /** Digest of the weights that scores are computed with. */
  weights: string;
}>;

/**
 * The key by which a result is cached, 64 hexadecimal digits. `digests` are the digests of the files that it
 * is made of. `operation` is canonical text. Keys are equal for equal work with equal settings; where accounts
 * share no results, for the same account only.
 */
export type CacheKeyOf = (digests: string, accountId: string, operation?: string) => string;

type Sharing = Readonly<{ shareBetweenAccounts: boolean }>;

/** To be increased when equal settings give other results than before. */
const format = 6;

export const createCacheKeyOf = ({
  encoders,
  decoders,
  types,
  quality,
  versions,
  weights,
  outputs,
}: ResultSettings & Readonly<{ outputs: Sharing }>): CacheKeyOf => {
  const used = { encoders, decoders, types, quality, versions, weights };
  // Once, since it is long, and each delivery asks for a key.
  const settings = hash('sha256', JSON.stringify(used));
  const sharedBy = (account: string) => (outputs.shareBetweenAccounts ? undefined : account);
  return (source, account, operation = '') =>
    hash(
      'sha256',
      JSON.stringify({ format, source, operation, account: sharedBy(account), settings }),
    );
};
