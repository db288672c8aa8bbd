import { createHash } from 'node:crypto';

/** All that a result depends on besides its source and what was asked for. */
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
 * The key that a result is cached under, 64 hexadecimal digits. `digests` are those of the files that it
 * is made of, `operation` is canonical text. Equal for equal work under equal settings; where accounts
 * share no results, for the same account only.
 */
export type CacheKeyOf = (digests: string, accountId: string, operation?: string) => string;

type Sharing = Readonly<{ shareBetweenAccounts: boolean }>;

/** Raise it when equal settings begin to give other results. */
const format = 4;

export const createCacheKeyOf = ({
  encoders,
  decoders,
  types,
  quality,
  versions,
  weights,
  outputs,
}: ResultSettings & Readonly<{ outputs: Sharing }>): CacheKeyOf => {
  const settings = { encoders, decoders, types, quality, versions, weights };
  const sharedBy = (account: string) => (outputs.shareBetweenAccounts ? undefined : account);
  return (source, account, operation = '') =>
    createHash('sha256')
      .update(
        JSON.stringify({ format, source, operation, account: sharedBy(account), ...settings }),
      )
      .digest('hex');
};
