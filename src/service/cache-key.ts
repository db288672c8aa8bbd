import { createHash } from 'node:crypto';

/** All that a result depends on besides its source and what was asked for. */
export type ResultSettings = Readonly<{
  encoders: object;
  decoders: object;
  types: object;
  quality: object;
  /** Of the tools, by name. */
  versions: object;
  /** Digest of what scores are made with. */
  weights: string;
}>;

type Sharing = Readonly<{ shareBetweenAccounts: boolean }>;

/** Changes when results come out otherwise for a reason that no setting tells. */
const format = 3;

/**
 * Gives the identity of work on a source with this digest: equal for equal sources and operations under
 * equal settings, and where accounts share no work for equal accounts.
 */
export const createIdentity = ({
  encoders,
  decoders,
  types,
  quality,
  versions,
  weights,
  outputs,
}: ResultSettings & Readonly<{ outputs: Sharing }>) => {
  const settings = { encoders, decoders, types, quality, versions, weights };
  const sharedBy = (account: string) => (outputs.shareBetweenAccounts ? undefined : account);
  return (source: string, account: string, operation = ''): string =>
    createHash('sha256')
      .update(
        JSON.stringify({ format, source, operation, account: sharedBy(account), ...settings }),
      )
      .digest('hex');
};
