import { hash, randomBytes } from 'node:crypto';
import type { ObjectStore, ObjectTraits } from '../../bucket.ts';
import type { SweepWork } from './store-result.ts';

/** How safely objects can be replaced. */
export type Safety = Pick<SweepWork, 'heedsConditions' | 'keepsVersions'>;

/**
 * Finds out how safely objects can be replaced. `races`: the storage ignores conditional writes, which was not accepted.
 * `originals`: they would not be kept, which was not accepted.
 */
export const safetyOf = async (
  { source, target, backup }: Pick<SweepWork, 'source' | 'target' | 'backup'>,
  accepted: Readonly<{ races: boolean; noOriginals: boolean }>,
  signal: AbortSignal,
): Promise<Safety | 'races' | 'originals'> => {
  if (target !== undefined) return { heedsConditions: true, keepsVersions: false };
  const isHeeding = await heedsConditions(source, signal);
  if (!isHeeding && !accepted.races) return 'races';
  const isKept = backup !== undefined || accepted.noOriginals;
  const keepsVersions = !isKept && (await source.keepsVersions(signal));
  return isKept || keepsVersions ? { heedsConditions: isHeeding, keepsVersions } : 'originals';
};

/**
 * Whether a store refuses to replace an object that has changed. Some take the condition and ignore it (radosgw, s3rver),
 * so two objects of the sweep's own are written under conditions that do not hold, and removed again.
 */
export const heedsConditions = async (
  store: ObjectStore,
  signal: AbortSignal,
): Promise<boolean> => {
  const name = `.shrinkd-probe-${randomBytes(8).toString('hex')}`;
  const [one, other] = [`${name}-1`, `${name}-2`];
  const put = (key: string, text: string, replaces?: string) =>
    store.put(key, bodyOf(text), traits, { ...(replaces !== undefined && { replaces }), signal });
  const remove = () => [one, other].map((key) => store.remove(key, signal));
  const tried = async (): Promise<boolean> => {
    const first = await put(one, 'first');
    await put(other, 'second');
    const isKept = (await put(one, 'third', 'nothing')) === 'changed';
    return first !== 'changed' && isKept && (await put(other, 'third', first.etag)) === 'changed';
  };
  try {
    const isHeeding = await tried();
    await Promise.all(remove());
    return isHeeding;
  } catch (error) {
    await Promise.allSettled(remove());
    throw error;
  }
};

const traits: ObjectTraits = { mediaType: 'text/plain', metadata: {}, others: {} };

const bodyOf = (text: string) => {
  const data = Buffer.from(text);
  return { data, bytes: data.length, sha256: hash('sha256', data) };
};
