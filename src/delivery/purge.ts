import type { Purges } from '../state/purges.ts';
import { type SourcePlace, sourcePlaceOf, type SourceRules } from './source-place.ts';

type PurgeParts = Readonly<{
  rules: SourceRules;
  purges: Pick<Purges, 'purge'>;
  /** How long a result is kept after its last use. */
  retentionSeconds: number;
}>;

/**
 * Ends the delivery of all results of a source on all nodes, also of those that are being made.
 * @throws AddressError `invalid` for a source that no address may name; ServiceError `unavailable`.
 */
export type Purge = (source: string) => Promise<SourcePlace>;

/** A result of before may be used a last time when it is made, which takes minutes. */
const daySeconds = 86_400;

export const createPurge =
  ({ rules, purges, retentionSeconds }: PurgeParts): Purge =>
  async (source) => {
    const place = sourcePlaceOf(source, rules);
    await purges.purge(place.name, (retentionSeconds + daySeconds) * 1000);
    return place;
  };
