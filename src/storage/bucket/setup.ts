import type { ExpiryRule } from '../object-client.ts';
import { type BucketKind, openBucketClient } from './open-bucket.ts';
import type { BucketSettings } from './settings.ts';

export type SetUpOptions = Readonly<{
  kind: BucketKind;
  settings: BucketSettings;
  /** The rules that the bucket must have. Prefixes are without that of the settings. */
  expiry: readonly ExpiryRule[];
}>;

/** A rule of the bucket, and what was done about it. */
export type SetUpRule = ExpiryRule &
  Readonly<{
    change: 'none' | 'made' | 'changed';
    /** Days of the rule that was there. */
    before?: number;
  }>;

/**
 * Makes the rules by which the bucket removes old objects, where they are missing or have other days. All other rules
 * stay. Rejects with `StorageFailure`, and with `StartError` as `openBucket` does.
 */
export const setUpBucket = async ({
  kind,
  settings,
  expiry,
}: SetUpOptions): Promise<readonly SetUpRule[]> => {
  const { client, close } = await openBucketClient(kind, settings, 'full_control');
  const signal = AbortSignal.timeout(settings.deadlineSeconds * 1000);
  try {
    const wanted = expiry.map(({ prefix, days }) => ({ prefix: settings.prefix + prefix, days }));
    const found = await client.expiry(signal);
    const rules = wanted.map((rule) => changeOf(rule, found));
    if (rules.some(({ change }) => change !== 'none')) await client.setExpiry(wanted, signal);
    return rules;
  } finally {
    close();
  }
};

const changeOf = (rule: ExpiryRule, found: readonly ExpiryRule[]): SetUpRule => {
  const before = found.find(({ prefix }) => prefix === rule.prefix)?.days;
  if (before === undefined) return { ...rule, change: 'made' };
  return before === rule.days
    ? { ...rule, change: 'none' }
    : { ...rule, change: 'changed', before };
};
