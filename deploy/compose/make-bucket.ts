// Makes the bucket of compose.cluster.yaml where it is missing.
import { readFile } from 'node:fs/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

type Settings = Readonly<{
  outputs: Readonly<{
    bucket: Readonly<{ name: string; endpoint: string; credentialsFile: string }>;
  }>;
}>;

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

const { outputs } = await json<Settings>(process.env['SHRINKD_CONFIG'] ?? '');
const { name, endpoint, credentialsFile } = outputs.bucket;
const client = new S3Client({
  ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
  credentials: await json(credentialsFile),
});
const present = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];
// The container ends where the storage does not answer, and is started again.
const abortSignal = AbortSignal.timeout(20_000);
await client
  .send(new CreateBucketCommand({ Bucket: name }), { abortSignal })
  .catch((error: Error) => {
    if (!present.includes(error.name)) throw error;
  });
client.destroy();
