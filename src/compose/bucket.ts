import type { Config } from '../config/config.ts';
import { misused, StartError } from '../errors.ts';
import { expiryDays, objectPrefixes } from '../outputs/bucket/objects.ts';
import type { BucketCheck } from '../storage/bucket/check.ts';
import type { SetUpOptions, SetUpRule } from '../storage/bucket/setup.ts';

/** Makes the rules by which the bucket of outputs removes old objects. @throws StartError that says what to do. */
export const setUpOutputBucket = async (config: Config): Promise<readonly SetUpRule[]> => {
  const options = optionsOf(config);
  if (options === undefined) {
    throw misused('Expected a configuration with outputs.kind s3 or google.');
  }
  const { setUpBucket } = await import('../storage/bucket/setup.ts');
  try {
    return await setUpBucket(options);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The rules of the bucket ${options.settings.name} cannot be read or changed. ${String(error)} The key needs s3:GetLifecycleConfiguration and s3:PutLifecycleConfiguration, or storage.buckets.get and storage.buckets.update.`,
      1,
      error,
    );
  }
};

/** Tries the bucket of outputs; undefined where outputs are in files. @throws StartError as `openBucket` does. */
export const checkOutputBucket = async (
  config: Config,
): Promise<readonly BucketCheck[] | undefined> => {
  const options = optionsOf(config);
  if (options === undefined) return undefined;
  const { checkBucket } = await import('../storage/bucket/check.ts');
  return checkBucket(options);
};

const optionsOf = ({ outputs }: Config): SetUpOptions | undefined => {
  const { kind, bucket: settings, retentionSeconds } = outputs;
  if (kind === 'files') return undefined;
  const days = expiryDays(retentionSeconds);
  return { kind, settings, expiry: objectPrefixes.map((prefix) => ({ prefix, days })) };
};
