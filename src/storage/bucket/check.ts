import { hash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ExpiryRule, ObjectClient } from '../object-client.ts';
import { openBucketClient } from './open-bucket.ts';
import type { SetUpOptions } from './setup.ts';

/** One thing that a bucket must do. */
export type BucketCheck = Readonly<{
  name: string;
  works: boolean;
  milliseconds: number;
  problem: string | undefined;
}>;

const longestSkewSeconds = 60;

/** Tries what outputs need of the bucket. Rejects with `StartError` as `openBucket` does. */
export const checkBucket = async ({
  kind,
  settings,
  expiry,
}: SetUpOptions): Promise<readonly BucketCheck[]> => {
  const { client, close } = await openBucketClient(kind, settings);
  const { prefix, deadlineSeconds } = settings;
  const data = randomBytes(1000);
  // Under a prefix whose objects expire.
  const key = `${prefix}${expiry[0]?.prefix ?? ''}check/${randomBytes(8).toString('hex')}`;

  const check = async (
    name: string,
    work: (signal: AbortSignal) => Promise<string | undefined>,
  ): Promise<BucketCheck> => {
    const startedAt = performance.now();
    const problem = await work(AbortSignal.timeout(deadlineSeconds * 1000)).catch(String);
    const milliseconds = Math.round(performance.now() - startedAt);
    return { name, works: problem === undefined, milliseconds, problem };
  };

  try {
    return [
      await check('put', async (signal) => {
        const sha256 = hash('sha256', data);
        await client.put(key, { data, bytes: data.length, sha256 }, { signal });
        return undefined;
      }),
      await check('get', (signal) => problemOfGet(client, key, data, signal)),
      await check('get what is not there', async (signal) => {
        const isThere = (await client.get(`${key}-not`, signal)) !== undefined;
        return isThere ? 'an object is answered that was never stored' : undefined;
      }).then(withListRight),
      await check('expiry', async (signal) => {
        const found = await client.expiry(signal);
        const wanted = expiry.map((rule) => ({ ...rule, prefix: prefix + rule.prefix }));
        return wanted.map((rule) => problemOfExpiry(rule, found)).find((each) => each);
      }),
      await check('clock', async (signal) => {
        const skewSeconds = Math.round(((await client.now(signal)) - Date.now()) / 1000);
        return Math.abs(skewSeconds) <= longestSkewSeconds
          ? undefined
          : `the clock of the storage differs by ${skewSeconds} s; set the clock of this machine (NTP)`;
      }),
    ];
  } finally {
    close();
  }
};

const problemOfGet = async (
  client: ObjectClient,
  key: string,
  data: Buffer,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const stream = await client.get(key, signal);
  if (stream === undefined) return 'the object that was put is not found';
  return (await buffer(stream)).equals(data) ? undefined : 'other bytes came back';
};

/** Without the right to list, S3 does not say whether an object is there. */
const withListRight = (check: BucketCheck): BucketCheck =>
  check.problem?.includes('AccessDenied') === true
    ? { ...check, problem: 'S3 answers 403 for it: the key needs s3:ListBucket on the bucket' }
    : check;

/** A rule for a longer time costs space. One for a shorter time removes outputs that are still used. */
const problemOfExpiry = (
  { prefix, days }: ExpiryRule,
  found: readonly ExpiryRule[],
): string | undefined => {
  const covering = found.filter((rule) => prefix.startsWith(rule.prefix));
  const early = covering.find((rule) => rule.days < days);
  if (early !== undefined) {
    const which = early.prefix === prefix ? 'run "shrinkd bucket setup"' : 'change that rule';
    return `a rule removes ${early.prefix}* after ${early.days} days, which is less than ${days}; ${which}`;
  }
  return covering.some((rule) => rule.prefix === prefix)
    ? undefined
    : `no rule removes ${prefix}*; run "shrinkd bucket setup"`;
};
